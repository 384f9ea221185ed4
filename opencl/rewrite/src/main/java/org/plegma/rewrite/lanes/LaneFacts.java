package org.plegma.rewrite.lanes;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.plegma.rewrite.term.Term;

/**
 * What is found about a function while it is written, and has to be known from its beginning. Facts only grow, so that
 * writing it again until none is new ends.
 */
final class LaneFacts {
    private final Set<Term> each = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Term> parting = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean returns;
    private boolean grew;

    /** Whether something was found since the last question. */
    boolean grew() {
        boolean before = grew;
        grew = false;
        return before;
    }

    /** Whether a variable, by its declarator, has a value of its own in each lane. */
    boolean isEach(Term declarator) {
        return each.contains(declarator);
    }

    void isEachNow(Term declarator) {
        grew |= each.add(declarator);
    }

    /** Whether lanes leave a loop, or an iteration of it, one after the other. */
    boolean isParting(Term loop) {
        return parting.contains(loop);
    }

    void isPartingNow(Term loop) {
        grew |= parting.add(loop);
    }

    /** Whether some lanes return while others go on. */
    boolean returnsApart() {
        return returns;
    }

    void returnsApartNow() {
        grew |= !returns;
        returns = true;
    }
}
