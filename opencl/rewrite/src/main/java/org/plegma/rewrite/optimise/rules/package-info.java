/**
 * The rules of the catalogue that make kernels fast, one class each. A rule may change a kernel and the host code that
 * launches it in one step.
 *
 * <p>An {@code Optimisation} is such a rule with its name and what it needs. {@code Examples} are the kernels that it begins
 * with.
 */
package org.plegma.rewrite.optimise.rules;
