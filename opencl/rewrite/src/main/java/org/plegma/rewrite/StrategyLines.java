package org.plegma.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plegma.rewrite.rule.RuleException;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;

/** Whether code begins in the lines that a strategy names. */
final class StrategyLines {
    private StrategyLines() {}

    static void check(Strategy strategy, Term root) {
        Set<Integer> lines = new TreeSet<>();
        Location.visit(root, (location, term) -> {
            if (!term.is(Kind.UNIT)) {
                lines.add(term.place().line());
            }
        });
        for (Strategy part : strategy.everything()) {
            if (part instanceof Strategy.At at && at.pattern().isEmpty() && !lines.contains(at.line())) {
                throw RuleException.ofStrategy("at(" + at.line() + ", …): no code begins in line " + at.line()
                        + " of the program, but in " + ranges(lines) + ".");
            }
        }
    }

    /** {@code lines 1 to 3, 5, 8 to 9}. */
    private static String ranges(Set<Integer> lines) {
        List<String> runs = new ArrayList<>();
        for (int line : lines) {
            if (!lines.contains(line - 1)) {
                int last = line;
                while (lines.contains(last + 1)) {
                    last++;
                }
                runs.add(line == last ? String.valueOf(line) : line + " to " + last);
            }
        }
        return runs.isEmpty() ? "none" : "lines " + String.join(", ", runs);
    }
}
