package org.plegma.rewrite;

import org.plegma.rewrite.rule.Strategy;

/**
 * Rules that take cheaper operations with powers of two: a shift for a product of whole numbers, and for unsigned numbers a
 * shift for a quotient and a mask for a remainder. The results are the same in every bit. Quotients of signed numbers
 * are left alone, since a shift rounds down and a division toward zero.
 */
public final class StrengthReduction {
    private static final RuleSet RULES = RuleSet.parse(
            """
            shift: `$x:integer * $n:Literal` [powerOfTwo($n) && $n > 1 && (type($x) == "int" || type($x) == "uint" || type($x) == "long" || type($x) == "ulong") && type($n) == "int"] -> `$x << $k` [$k = log2($n)]
            shift-down: `$x:integer / $n:Literal` [powerOfTwo($n) && $n > 1 && (type($x) == "uint" || type($x) == "ulong") && (type($n) == "int" || type($n) == type($x))] -> `$x >> $k` [$k = log2($n)]
            mask: `$x:integer % $n:Literal` [powerOfTwo($n) && $n > 1 && (type($x) == "uint" || type($x) == "ulong") && (type($n) == "int" || type($n) == type($x))] -> `$x & $m` [$m = $n - 1]
            """);

    private StrengthReduction() {}

    /** The rules, from the inside of expressions out. */
    public static RuleSet rules() {
        return RULES.by(new Strategy.BottomUp(RULES.rules()));
    }
}
