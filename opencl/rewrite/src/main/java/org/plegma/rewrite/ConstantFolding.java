package org.plegma.rewrite;

import org.plegma.rewrite.rule.Strategy;

/**
 * Rules that compute what is known before the program runs: arithmetic on literals of one type, and whole-number
 * operations with 0 and 1. Each result has the type and the very bits that the device would compute; what overflows, or
 * mixes types, is left alone. Real numbers are not touched by {@code x + 0} and {@code x * 0}, which are not {@code x} and
 * 0 for -0 and NaN.
 */
public final class ConstantFolding {
    private static final RuleSet RULES = RuleSet.parse(
            """
            add: `$a + $b` [constant($a) && constant($b)] -> `$c` [$c = fold($a + $b)]
            subtract: `$a - $b` [constant($a) && constant($b)] -> `$c` [$c = fold($a - $b)]
            multiply: `$a * $b` [constant($a) && constant($b)] -> `$c` [$c = fold($a * $b)]
            divide: `$a / $b` [constant($a) && constant($b)] -> `$c` [$c = fold($a / $b)]
            add-zero: `$x + 0` [type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong"] -> `$x`
            zero-add: `0 + $x` [type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong"] -> `$x`
            subtract-zero: `$x - 0` [type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong"] -> `$x`
            times-one: `$x * 1` [type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong"] -> `$x`
            one-times: `1 * $x` [type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong"] -> `$x`
            times-zero: `$x * 0` [type($x) == "int" && pure($x)] -> `0`
            """);

    private ConstantFolding() {}

    /** The rules, from the inside of expressions out. */
    public static RuleSet rules() {
        return RULES.by(new Strategy.BottomUp(RULES.rules()));
    }
}
