/**
 * Programs as terms, and rules that rewrite them.
 *
 * <p>{@link org.plegma.rewrite.Code} reads Java and OpenCL C into {@link org.plegma.rewrite.Term}s and prints them. A
 * {@link org.plegma.rewrite.Rule} quotes the code that it replaces; a {@link org.plegma.rewrite.RuleSet} applies rules by
 * a {@link org.plegma.rewrite.Strategy}; a {@link org.plegma.rewrite.Trace} tells each step, and why a rule did not fire.
 * The language of rules is in {@code docs/rules.md}. A {@link org.plegma.rewrite.LoopNest} tells which loops of Java may run
 * in parallel, and what is in the way of the others.
 */
package org.plegma.rewrite;
