package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.loops.LoopNest;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;

/** Which loops of a nest become the dimensions of a kernel. */
final class ParallelDimensions {
    private ParallelDimensions() {}

    /** The outer loops that run in parallel together: with fixed bounds, and alone if they gather a result. */
    static List<Loop> of(LoopNest nest) {
        List<Loop> dimensions = new ArrayList<>(List.of(nest.loops().get(0)));
        Set<String> variables = new LinkedHashSet<>(List.of(nest.loops().get(0).variable()));
        for (int level = 1; level < nest.loops().size() && nest.reductions().isEmpty(); level++) {
            Loop loop = nest.loops().get(level);
            Set<String> inBounds = new LinkedHashSet<>(Names.in(loop.first()));
            inBounds.addAll(Names.in(loop.limit()));
            boolean fixed = inBounds.stream().noneMatch(variables::contains)
                    && !Names.occursKind(loop.first(), Kind.INDEX)
                    && !(Names.occursKind(loop.limit(), Kind.INDEX)
                            && !Code.print(loop.limit()).endsWith("[0].length"));
            if (!fixed || !nest.isParallel(level)) {
                break;
            }
            dimensions.add(loop);
            variables.add(loop.variable());
        }
        return dimensions;
    }
}
