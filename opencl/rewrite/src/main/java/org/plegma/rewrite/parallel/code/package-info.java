/**
 * Writes kernels. Begin with {@code KernelWriter} (or {@code ReductionWriter}): a {@code KernelContext} gathers what is captured
 * while {@code Statements} and {@code ExpressionWriter} translate the body of a loop, with Java's meaning. {@code JavaTypes} says what
 * the two languages have in common. What must hold at a launch is an {@code Obligation}.
 */
package org.plegma.rewrite.parallel.code;
