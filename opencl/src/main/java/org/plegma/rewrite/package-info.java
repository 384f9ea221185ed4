/**
 * Programs as terms, and rules that rewrite them.
 *
 * <p><b>Terms.</b> {@link org.plegma.rewrite.Code} reads Java and OpenCL C into {@link org.plegma.rewrite.Term}s and prints them.
 * A {@code Tree} has a {@code Kind}, a text and parts. {@code Kind} holds the shape that the parts must have, so that a malformed
 * tree cannot be made. {@code CLexer}, {@code CStatements} and {@code CExpressions} read OpenCL C; {@code JavaReader} and
 * {@code JavaTerms} take what JavaParser has read. {@code CommentPlacer} puts comments onto terms as {@code Notes}, which count
 * for nothing in comparisons. {@code Printer} writes the one canonical form.
 *
 * <p><b>Rules.</b> A {@link org.plegma.rewrite.Rule} quotes the code that it replaces: a pattern is a term with {@code Hole}s.
 * {@code Matcher} finds the ways in which it fits. {@code Application} tries one rule at one {@code Location}, and {@code Facts}
 * evaluates conditions. A {@link org.plegma.rewrite.RuleSet} applies rules by a {@link org.plegma.rewrite.Strategy}. A {@link
 * org.plegma.rewrite.Trace} tells each step, and why a rule did not fire. {@code Programs} and {@code Quiet} keep the cost of a
 * step that of what changed. The language of rules is in {@code docs/rules.md}.
 *
 * <p><b>Loops.</b> A {@link org.plegma.rewrite.LoopNest} tells which counting loops of Java may run in parallel, and what is in
 * the way of the others (an {@code Obstacle}). {@code NestReader} writes subscripts as {@code Poly}nomials of iteration numbers,
 * {@code Subscripts} takes {@code i*n + j} apart, and {@code Dependences} asks for each pair of accesses whether an
 * {@code Equation} of the two has a solution: by divisors, by bounds, and if there are few points by trying them. In doubt a
 * loop is not parallel.
 */
package org.plegma.rewrite;
