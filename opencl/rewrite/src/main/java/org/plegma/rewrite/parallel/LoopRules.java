package org.plegma.rewrite.parallel;

import org.plegma.rewrite.RuleSet;

/** Rules that bring Java loops to the forms that the analysis knows, and that say what becomes of them. */
final class LoopRules {
    /** The order of the iterations stays, so that these are right for any loop. */
    static final RuleSet NORMAL = RuleSet.parse(
            """
            // the least or largest is a result that iterations can gather each for itself
            least (java): `if ($x:integer < $m:Name) { $m = $x; }` [pure($x) && whole($m)] -> `$m = Math.min($m, $x);`
            largest (java): `if ($x:integer > $m:Name) { $m = $x; }` [pure($x) && whole($m)] -> `$m = Math.max($m, $x);`
            least-found (java): `if ($m:Name > $x:integer) { $m = $x; }` [pure($x) && whole($m)] -> `$m = Math.min($m, $x);`
            largest-found (java): `if ($m:Name < $x:integer) { $m = $x; }` [pure($x) && whole($m)] -> `$m = Math.max($m, $x);`
            // of real numbers it is the first of those that are equal, and NaN is never taken: not Math.max
            first-least (java): `if ($x < $m:Name) { $m = $x; }` [pure($x) && real($m)] -> `$m = $x < $m ? $x : $m;`
            first-largest (java): `if ($x > $m:Name) { $m = $x; }` [pure($x) && real($m)] -> `$m = $x > $m ? $x : $m;`
            first-least-found (java): `if ($m:Name > $x) { $m = $x; }` [pure($x) && real($m)] -> `$m = $x < $m ? $x : $m;`
            first-largest-found (java): `if ($m:Name < $x) { $m = $x; }` [pure($x) && real($m)] -> `$m = $x > $m ? $x : $m;`
            """
                    .replace("whole($m)", "(type($m) == \"int\" || type($m) == \"long\")")
                    .replace("real($m)", "(type($m) == \"float\" || type($m) == \"double\")"));

    private LoopRules() {}
}
