/**
 * What is known of a term: its names and their types, its value if it is constant, whether it changes anything.
 *
 * <p>{@code Names} tells what is declared where, {@code Types} and {@code JavaTyping} the type of an expression, {@code Folding}
 * and {@code TermEvaluator} its value, {@code References} what it reads and writes. {@code Substitution} replaces names, and
 * {@code Macros} tells what a macro stands for.
 */
package org.plegma.rewrite.analysis;
