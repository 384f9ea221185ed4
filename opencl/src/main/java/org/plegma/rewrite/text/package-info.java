/**
 * Text before it is a tree, and after: where something stands in a source, the tokens of C, comments, and how long lines
 * are wrapped and two sources compared.
 *
 * <p>{@code CLexer} cuts OpenCL C into {@code CToken}s. A {@code Source} knows its lines, and makes a {@code CodeException} that
 * shows the place of a fault. {@code Notes} are comments and blank lines beside a term.
 */
package org.plegma.rewrite.text;
