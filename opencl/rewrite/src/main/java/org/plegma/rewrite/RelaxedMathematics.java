package org.plegma.rewrite;

import org.plegma.rewrite.rule.Strategy;

/**
 * Rules that take the device's own functions for single precision, which are faster and less exact: how much less is up
 * to the device (OpenCL does not bound it; usual are errors of a few units in the last place for arguments of moderate
 * size). Double precision is left alone, for it has no such functions.
 */
public final class RelaxedMathematics {
    private static final RuleSet RULES = RuleSet.parse(
            """
            sqrt: `sqrt($x:float)` -> `native_sqrt($x)`
            rsqrt: `rsqrt($x:float)` -> `native_rsqrt($x)`
            sin: `sin($x:float)` -> `native_sin($x)`
            cos: `cos($x:float)` -> `native_cos($x)`
            exp: `exp($x:float)` -> `native_exp($x)`
            log: `log($x:float)` -> `native_log($x)`
            divide: `$x:float / $y:float` [!constant($y)] -> `native_divide($x, $y)`
            """);

    private RelaxedMathematics() {}

    /** The rules, from the inside of expressions out. */
    public static RuleSet rules() {
        return RULES.by(new Strategy.BottomUp(RULES.rules()));
    }
}
