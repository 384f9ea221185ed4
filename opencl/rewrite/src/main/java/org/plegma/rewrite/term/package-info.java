/**
 * Programs as terms: read, printed, compared.
 *
 * <p>{@link org.plegma.rewrite.term.Code} reads Java and OpenCL C into {@link org.plegma.rewrite.term.Term}s and prints them. A
 * {@code Tree} has a {@code Kind}, a text and parts; {@code Kind} holds the shape that the parts must have, so that a malformed
 * tree cannot be made. {@code CStatements} and {@code CExpressions} read OpenCL C; {@code JavaReader} and {@code JavaTerms}
 * take what JavaParser has read. {@code CommentPlacer} puts comments onto terms, where they count for nothing in comparisons.
 * {@code Printer} writes the one canonical form. A pattern of a rule is a term with {@code Hole}s.
 */
package org.plegma.rewrite.term;
