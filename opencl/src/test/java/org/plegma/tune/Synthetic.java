package org.plegma.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.candidate.SourceHash;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/** A tunable without a device: its times are a function of the configuration. */
public final class Synthetic implements Tunable {
    public static final DeviceModel DEVICE =
            new DeviceModel("test-1.0", "Test Device", "1.0", 256, new long[] {256, 256, 64}, 32 * 1024, 255, 65536);

    private final Space space;
    private final ToDoubleFunction<Configuration> seconds;

    /** What was compiled, in order; several threads add. */
    public final List<Configuration> compiled = Collections.synchronizedList(new ArrayList<>());

    public Function<Configuration, Check> check = c -> Check.PASSED;
    public Function<Configuration, Resources> resources = c -> Resources.UNKNOWN;
    Action compiling = c -> {};
    Action running = c -> {};
    List<Configuration> startingPoints = List.of();
    public String hash = SourceHash.of("synthetic");
    public long[] size = {1024, 1000};

    public Synthetic(Space space, ToDoubleFunction<Configuration> seconds) {
        this.space = space;
        this.seconds = seconds;
    }

    /** Three tiles, of which 16 is the fastest. */
    public static Synthetic small() {
        return new Synthetic(
                Space.of(Parameter.ints("TILE", 8, 16, 32), Parameter.flag("PAD")),
                c -> (Math.abs(c.integer("TILE") - 16) + (c.flag("PAD") ? 1 : 2)) * 1e-3);
    }

    @Override
    public String name() {
        return "synthetic";
    }

    @Override
    public String sourceHash() {
        return hash;
    }

    @Override
    public String type() {
        return "float";
    }

    @Override
    public long[] size() {
        return size;
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public List<Configuration> startingPoints() {
        return startingPoints;
    }

    @Override
    public Resources resources(Configuration configuration) {
        return resources.apply(configuration);
    }

    @Override
    public Map<String, Double> rates(double seconds) {
        return Map.of("GFLOP/s", 1e-3 / seconds);
    }

    @Override
    public Candidate compile(Configuration configuration) throws Exception {
        compiled.add(configuration);
        compiling.on(configuration);
        return new Candidate() {
            @Override
            public Check verify() {
                return check.apply(configuration);
            }

            @Override
            public double run() throws Exception {
                running.on(configuration);
                return seconds.applyAsDouble(configuration);
            }

            @Override
            public Map<String, Double> figures() {
                return Map.of("registers", 32.0);
            }
        };
    }

    interface Action {
        void on(Configuration configuration) throws Exception;
    }
}
