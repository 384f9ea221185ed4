package org.plegma.rewrite.parallel.launch;

import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.loops.LoopNest.Obstacle;
import org.plegma.rewrite.loops.LoopNest.Reduction;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.term.Term;

/**
 * A loop that runs on the device.
 *
 * @param plain without checks, for launches whose obligations hold
 * @param checked with all checks, for the others
 * @param forRules the form from which rules begin, if there is one
 * @param loop the loop that it was
 * @param assumed what stood in the way and was assumed not to
 */
public record ParallelKernel(
        KernelDraft plain,
        KernelDraft checked,
        Optional<KernelDraft> forRules,
        List<Reduction> reductions,
        Term loop,
        List<Obstacle> assumed) {

    /** The name of its kernel. */
    public String name() {
        return plain.program().kernel();
    }
}
