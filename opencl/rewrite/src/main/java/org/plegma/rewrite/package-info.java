/**
 * Programs that are rewritten by rules, step by step.
 *
 * <p>A {@link org.plegma.rewrite.RuleSet} applies rules by a strategy, and a {@link org.plegma.rewrite.Trace} tells each step, and
 * why a rule did not fire. {@code Application} tries one rule at one place. {@code Programs} and {@code SettledTerms} keep the cost of a
 * step that of what changed. {@code ConstantFolding}, {@code StrengthReduction}, {@code RelaxedMathematics} and
 * {@code Unrolling} are rewriters that are written in Java.
 *
 * <table>
 * <caption>The rooms below</caption>
 * <tr><td>{@code text}</td><td>sources, places in them, tokens</td></tr>
 * <tr><td>{@code term}</td><td>programs as terms: read, printed, compared</td></tr>
 * <tr><td>{@code analysis}</td><td>names, types, constants of a term</td></tr>
 * <tr><td>{@code rule}</td><td>one rule: pattern, condition, action; strategies</td></tr>
 * <tr><td>{@code loops}</td><td>which loops of Java may run in parallel</td></tr>
 * <tr><td>{@code parallel}, {@code lanes}</td><td>loops of Java made into kernels</td></tr>
 * <tr><td>{@code program}, {@code model}</td><td>a kernel with its host code, simulated</td></tr>
 * <tr><td>{@code optimise}</td><td>rules that make kernels fast, each proven by running</td></tr>
 * </table>
 */
package org.plegma.rewrite;
