package org.plegma.particles.variant;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.particles.ParticleState;

/** A soft cube ready to be stepped by one variant: start, step as often as is wanted, finish. Not thread-safe. */
public interface ParticlePlan extends AutoCloseable {

    /** Sets where particles are and how fast they move. */
    void start(ParticleState state);

    /**
     * Does one step, or has the device begin to, with the energy after it.
     *
     * @return what the device was given, first to last; empty if the host did the work
     */
    List<Event> step();

    /** Waits for the steps and reads where particles are and how fast they move. */
    ParticleState finish();

    /** The energy after the last step. */
    double energy();

    @Override
    void close();
}
