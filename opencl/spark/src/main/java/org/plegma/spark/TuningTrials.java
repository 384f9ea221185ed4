package org.plegma.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Trial;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;

/** The configurations of a kernel as cases, each of which its own check judges. */
record TuningTrials(TunableSource source, String id) implements CaseSource {

    /** Of all campaigns of an executor, by session and campaign. */
    private static final Map<List<Object>, List<BenchCase>> CASES = new ConcurrentHashMap<>();

    static TuningTrials of(TunableSource source) {
        return new TuningTrials(source, UUID.randomUUID().toString());
    }

    @Override
    public List<BenchCase> cases(Device device) {
        Session session = ExecutorDevices.session(device);
        return CASES.computeIfAbsent(List.of(session, id), key -> cases(made(session), device));
    }

    private static List<BenchCase> cases(Tunable tunable, Device device) {
        List<Configuration> all = new Pruner(tunable, DeviceModel.of(device))
                .listed()
                .orElseThrow(() -> new IllegalArgumentException(
                        tunable.name() + " has " + tunable.space().combinations()
                                + " combinations of parameters, too many to try them all: narrow its space."));
        return all.stream().map(configuration -> trial(tunable, configuration)).toList();
    }

    private Tunable made(Session session) {
        try {
            return source.on(session);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("What is to be tuned could not be made: " + e.getMessage(), e);
        }
    }

    private static BenchCase trial(Tunable tunable, Configuration configuration) {
        return BenchCase.of("tune", tunable.name(), configuration.toString())
                .type(tunable.type())
                .shape(Arrays.stream(tunable.size()).mapToInt(Math::toIntExact).toArray())
                .prepare(buffers -> new CandidateTrial(tunable.compile(configuration)));
    }

    /** Timed by the host: from the launch to the end. */
    private record CandidateTrial(Candidate candidate) implements Trial {
        @Override
        public List<Event> run() {
            try {
                candidate.run();
                return List.of();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public double error() {
            try {
                var check = candidate.verify();
                if (check.passed()) {
                    return 0;
                }
                throw new IllegalStateException("Wrong result: " + check.message());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            candidate.close();
        }
    }
}
