package org.plegma.measure;

import java.util.List;
import java.util.Set;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings.Limit;

/** Ceilings for tests of what uses them: to measure all, and well, takes three quarters of a minute of processor time. */
public final class QuickCeilings {
    private static final Set<Limit> OF_FLOATS = Set.of(Limit.COPY, Limit.FMA_FLOAT);

    private QuickCeilings() {}

    /** Those that kernels in float are compared with, by few runs; they are not stored. */
    public static Ceilings measured(Session session) {
        List<BenchCase> cases = CeilingCases.all(session.device()).stream()
                .filter(one -> CeilingCases.limit(one.work())
                        .filter(OF_FLOATS::contains)
                        .isPresent())
                .toList();
        return Ceilings.from(
                session.device(), new Bench(session).timeLimit(0.01).warmUp(0).run(cases));
    }
}
