package org.plegma.rewrite.optimise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.plegma.device.Session;

/** Times variants of a computation on a problem of a size, or none. */
final class Timing implements AutoCloseable {
    private final Optional<DeviceRuns> device;

    /** @param size of the problem; 0 to measure nothing */
    Timing(Session session, Computation start, long size) {
        device = size == 0 ? Optional.empty() : Optional.of(new DeviceRuns(session, start, size, 1));
    }

    /** The median of so many runs; empty if nothing is measured. */
    OptionalDouble seconds(Computation variant, int runs) {
        return device.isPresent() ? OptionalDouble.of(device.get().seconds(variant, runs)) : OptionalDouble.empty();
    }

    @Override
    public void close() {
        device.ifPresent(DeviceRuns::close);
    }
}
