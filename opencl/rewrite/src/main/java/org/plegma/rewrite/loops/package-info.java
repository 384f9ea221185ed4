/**
 * Which counting loops of Java may run in parallel, and what is in the way of the others.
 *
 * <p>{@code NestReader} reads a {@link org.plegma.rewrite.loops.LoopNest} and writes subscripts as {@code Poly}nomials of
 * iteration numbers. {@code Subscripts} takes {@code i*n + j} apart. {@code Dependences} asks for each pair of accesses whether
 * an {@code Equation} of the two has a solution: by divisors, by bounds, and if there are few points by trying them. In doubt a
 * loop is not parallel.
 */
package org.plegma.rewrite.loops;
