/**
 * One rule: a pattern, a condition, a replacement.
 *
 * <p>A {@link org.plegma.rewrite.rule.Rule} quotes the code that it replaces. {@code TermMatcher} finds the ways in which the
 * pattern fits, {@code Facts} evaluates a {@code Condition}, and an {@code Action} says what happens then. A
 * {@link org.plegma.rewrite.rule.Strategy} says where rules are tried, and in which order. {@code RuleSetReader} reads all this
 * from text, and {@code RuleCheck} refuses what is wrong in itself. The language of rules is in {@code docs/rules.md}.
 */
package org.plegma.rewrite.rule;
