package org.plegma.rewrite;

import java.util.List;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Diff;
import org.plegma.rewrite.text.Place;

/**
 * One rule applied at one place.
 *
 * @param number counted from 1
 * @param location where in the program before
 * @param place where in the source; unknown within what a rule made
 * @param before the part that was replaced
 * @param after the part that replaced it
 * @param bindings what the variables stood for
 * @param programBefore the whole program before
 * @param programAfter the whole program after
 */
public record Step(
        int number,
        Rule rule,
        Location location,
        Place place,
        Term before,
        Term after,
        Bindings bindings,
        Term programBefore,
        Term programAfter) {

    /** What changed in the program, by lines, with a few around them. */
    public List<Diff> diff() {
        return Diff.of(Code.print(programBefore), Code.print(programAfter));
    }

    @Override
    public String toString() {
        return number + ". " + rule.name() + " at " + place + "\n" + Diff.text(diff());
    }
}
