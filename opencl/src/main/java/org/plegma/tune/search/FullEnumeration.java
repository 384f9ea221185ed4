package org.plegma.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.space.Configuration;

/**
 * Tries everything: finds the best for certain, so it is the choice for small spaces. The order is random, so that a
 * search that is cut short has seen all corners of the space.
 */
public final class FullEnumeration implements SearchStrategy {

    private final Random random;

    /** All candidates, in an order that a seed gives. */
    public FullEnumeration(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public void search(Pruner space, List<Configuration> first, Evaluator evaluator) throws InterruptedException {
        List<Configuration> all = new ArrayList<>(space.listed().orElseThrow());
        Collections.shuffle(all, random);
        Set<Configuration> order = new LinkedHashSet<>(first);
        order.addAll(all);
        evaluator.evaluate(List.copyOf(order));
    }

    @Override
    public String toString() {
        return "full enumeration";
    }
}
