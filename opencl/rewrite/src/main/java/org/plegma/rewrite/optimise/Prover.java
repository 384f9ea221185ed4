package org.plegma.rewrite.optimise;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindProcess;
import org.plegma.device.errors.OpenClException;
import org.plegma.rewrite.simulator.Simulation;
import org.plegma.rewrite.simulator.SimulatorException;

/**
 * Proves steps by running: two variants get the same random inputs in the simulator, which also looks for races, and on the
 * device; the second runs under Oclgrind too if that is installed. What a variant gave is remembered for the next step.
 */
final class Prover {
    /** The largest problem that is simulated; above that it takes seconds. */
    static final long MOST_SIMULATED = 5000;

    private final Map<Computation, Map<String, Map<String, Object>>> known = new IdentityHashMap<>();

    /**
     * Tries everything.
     *
     * @param session with the device
     * @param before the variant that is known to be right; the same as {@code after} to see that one by itself
     */
    Proof prove(Session session, Computation before, Computation after) {
        Evidence evidence = new Evidence(before, after);
        try {
            Optional<String> fault =
                    evidence.simulated().or(() -> evidence.onDevice(session)).or(evidence::underOclgrind);
            return new Proof(List.copyOf(evidence.checks), fault.orElse(""), evidence.run);
        } catch (SimulatorException | OpenClException | IllegalArgumentException e) {
            return new Proof(List.copyOf(evidence.checks), String.valueOf(e.getMessage()), evidence.run);
        }
    }

    /** What the simulator alone says is wrong with a variant; empty if it finds nothing. */
    static Optional<String> simulated(Computation before, Computation after) {
        try {
            return new Prover().new Evidence(before, after).simulated();
        } catch (SimulatorException | IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Map<String, Object>> of(Computation computation) {
        return known.computeIfAbsent(computation, key -> new LinkedHashMap<>());
    }

    private final class Evidence {
        private final Computation before;
        private final Computation after;
        private final List<String> checks = new ArrayList<>();
        private Optional<Simulation> run = Optional.empty();

        Evidence(Computation before, Computation after) {
            this.before = before;
            this.after = after;
        }

        Optional<String> simulated() {
            for (long size : before.sizes()) {
                if (size > MOST_SIMULATED) {
                    continue;
                }
                String where = "simulated at " + size;
                Map<String, Object> right = of(before).computeIfAbsent(where, key -> {
                    Map<String, Object> values = before.values(size, size);
                    Simulation.run(before.unit(), values);
                    return values;
                });
                Map<String, Object> values = after.values(size, size);
                Simulation simulation = Simulation.run(after.unit(), values);
                run = Optional.of(simulation);
                if (!simulation.findings().isEmpty()) {
                    return Optional.of(where + ": " + simulation.findings().get(0));
                }
                Optional<String> difference = compare(where, right, values).or(() -> other(where, size, values));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }

        /** What differs from the results of another program; asked once, for what the computation is at first. */
        private Optional<String> other(String where, long size, Map<String, Object> found) {
            Map<String, Object> expected = before == after ? before.expected(size, size) : Map.of();
            if (expected.isEmpty()) {
                return Optional.empty();
            }
            checks.add("as the original program at " + size);
            String difference = before.difference(expected, found);
            return difference.isEmpty() ? Optional.empty() : Optional.of(where + ": " + difference);
        }

        Optional<String> onDevice(Session session) {
            for (long size : before.sizes()) {
                String where = "on " + session.device().name() + " at " + size;
                try (DeviceRuns runs = new DeviceRuns(session, before, size, size + 1)) {
                    Map<String, Object> right = of(before).computeIfAbsent(where, key -> runs.results(before));
                    Optional<String> difference = compare(where, right, runs.results(after));
                    if (difference.isPresent()) {
                        return difference;
                    }
                }
            }
            return Optional.empty();
        }

        private Optional<String> compare(String where, Map<String, Object> right, Map<String, Object> found) {
            String difference = before.difference(right, found);
            if (!difference.isEmpty()) {
                return Optional.of(where + ": " + difference);
            }
            of(after).put(where, found);
            checks.add(where);
            return Optional.empty();
        }

        Optional<String> underOclgrind() {
            long small = before.sizes().get(Math.min(2, before.sizes().size() - 1));
            Optional<String> fault =
                    OclgrindProcess.command().flatMap(command -> OclgrindRun.fault(command, after, small));
            if (fault.isEmpty() && OclgrindProcess.command().isPresent()) {
                checks.add("under Oclgrind at " + small);
            }
            return fault;
        }
    }
}
