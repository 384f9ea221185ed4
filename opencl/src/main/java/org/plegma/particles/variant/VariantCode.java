package org.plegma.particles.variant;

/**
 * What the Java of a variant does: gets its kernels ready, and launches those of a step.
 *
 * <pre>{@code
 * class Mine implements VariantCode {
 *     Kernel iterate;
 *
 *     public void prepare(Stages s) {
 *         iterate = s.kernel("iterate").global(Kernel.roundUp(s.particles(), 64)).local(64);
 *     }
 *
 *     public void iterate(Stages s) {
 *         s.launch(iterate, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
 *         s.swap();
 *     }
 * }
 * }</pre>
 */
public interface VariantCode {
    /** Gets kernels with their sizes, and arrays. */
    void prepare(Stages stages);

    /** One iteration, unless {@link #step} is replaced. */
    default void iterate(Stages stages) {
        throw new UnsupportedOperationException("A variant has either a method iterate(Stages) or step(Stages).");
    }

    /** A whole step: the stages that are there, with as many iterations as the body asks for. */
    default void step(Stages stages) {
        stages.predict();
        for (int k = 0; k < stages.body().iterations(); k++) {
            iterate(stages);
        }
        stages.settle();
        stages.sumEnergy();
    }
}
