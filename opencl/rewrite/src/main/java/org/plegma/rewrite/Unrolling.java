package org.plegma.rewrite;

import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;

/**
 * A rule that writes the body of a counting loop several times, so that fewer tests and jumps are made and the compiler
 * sees more at once. It takes loops whose number of iterations is known and a multiple of the factor, and whose body neither
 * assigns the loop's variable nor leaves early. The order of all operations stays, so the results are the same in every bit.
 */
public final class Unrolling {
    private static final int MOST_COPIES = 1024;

    private Unrolling() {}

    /** The rule for a number of copies, from 2 on: at each place once, the outer loop before those within it. */
    public static RuleSet by(int copies) {
        if (copies < 2 || copies > MOST_COPIES) {
            throw new IllegalArgumentException(
                    "A loop is unrolled by 2 to " + MOST_COPIES + ", not by " + copies + ".");
        }
        StringBuilder blocks = new StringBuilder("{ $body... }");
        StringBuilder actions = new StringBuilder();
        for (int copy = 1; copy < copies; copy++) {
            blocks.append(" { $copy").append(copy).append("... }");
            actions.append(copy == 1 ? "" : ", ")
                    .append("$copy" + copy + "... = substitute($body..., $i, $i + " + copy + ")");
        }
        return RuleSet.of(Strategy.topDown(Rule.named("unroll-by-" + copies)
                .because("fewer tests and jumps; the compiler sees more at once")
                .match("for (int $i = $a; $i < $n; $i++) { $body... }")
                .when("constant($a) && constant($n) && $n > $a && ($n - $a) % " + copies
                        + " == 0 && !written($i, $body...) && !leaves($body...)")
                .then(actions.toString())
                .to("for (int $i = $a; $i < $n; $i += " + copies + ") { " + blocks + " }")));
    }
}
