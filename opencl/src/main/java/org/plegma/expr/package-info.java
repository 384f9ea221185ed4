/**
 * The stencil language and its symbolic layer: a parser, immutable expression trees, exact linear forms, finite
 * differences, a simplifier and a slow evaluator that defines what a stencil means. It knows nothing of devices.
 *
 * <p>{@link org.plegma.expr.StencilSpec#parse} reads a formula (grammar in {@code docs/stencil-language.md}) in three
 * passes: {@code Lexer} and {@code Parser} make an {@code Ast} whose nodes know their place in the source,
 * {@code Elaborator} resolves names, unrolls sums and expands definitions and differences into {@link
 * org.plegma.expr.tree.Expr}, and {@link org.plegma.expr.algebra.LinearForm} or {@link org.plegma.expr.algebra.Simplifier} brings the
 * result to one form. Numbers stay exact rationals until a generator or the {@link org.plegma.expr.Evaluator} rounds
 * them.
 *
 * <p>The package uses nothing else of Plegma.
 */
package org.plegma.expr;
