/**
 * Text before it is a tree, and after: where something stands in a source, the tokens of C, comments, and how long lines
 * are wrapped and two sources compared.
 *
 * <p>{@code CLexer} makes {@code CToken}s of the pieces that {@code OpenClToken} cuts OpenCL C into. A {@code Source} knows its lines, and makes a {@code CodeException} that
 * shows the place of a fault. {@code Notes} are comments and blank lines beside a term.
 */
package org.plegma.rewrite.text;
