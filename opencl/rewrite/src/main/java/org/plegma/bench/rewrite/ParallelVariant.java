package org.plegma.bench.rewrite;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelLoop;

/**
 * The step as plain loops of Java ({@code parallel-step.java.txt}), which {@code %%parallel} brings to the device. Arrays go there at
 * the beginning of each step and come back at its end.
 */
public final class ParallelVariant implements ParticleVariant {
    private static final List<String> ARRAYS =
            List.of("x", "y", "z", "vx", "vy", "vz", "px", "py", "pz", "qx", "qy", "qz");

    private static final List<String> WHOLE = List.of("side", "reach", "iterations");

    private static final List<String> REAL =
            List.of("dt", "ax", "ay", "az", "weight", "distance", "low", "high", "damping", "gravity", "kinetic");

    /** Made once, when it is first needed. */
    private static final class Code {
        static final ParallelCode STEP = make();

        private static ParallelCode make() {
            Map<String, String> types = new LinkedHashMap<>();
            WHOLE.forEach(name -> types.put(name, "int"));
            REAL.forEach(name -> types.put(name, "float"));
            ARRAYS.forEach(name -> types.put(name, "float[]"));
            return ParallelCode.of(
                    "step", KernelSource.resource(ParallelVariant.class, "parallel-step.java.txt"), types);
        }
    }

    @Override
    public String name() {
        return "parallel";
    }

    @Override
    public String description() {
        return "loops of Java, left to %%parallel";
    }

    @Override
    public Optional<String> refusal(Device device, SoftBody body) {
        Preconditions.notNull(device, "device");
        return device.supportsDouble()
                ? Optional.empty()
                : Optional.of("parallel takes roots in double, as Java does; " + device.name() + " has no doubles.");
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(body, "body");
        refusal(session.device(), body).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return new Plan(session, body);
    }

    /** Variables of the loops by name. */
    private static final class Plan implements ParticlePlan {
        private final ParallelLoop loop;
        private final int n;
        private final Map<String, Object> values = new HashMap<>();

        Plan(Session session, SoftBody body) {
            n = body.lattice().particles();
            ARRAYS.forEach(name -> values.put(name, new float[n]));
            values.put("side", body.lattice().side());
            values.put("reach", body.lattice().reach());
            values.put("iterations", body.iterations());
            values.put("dt", body.timeStep());
            values.put("ax", body.force().x());
            values.put("ay", body.force().y() - body.gravity());
            values.put("az", body.force().z());
            values.put("weight", (float) body.weight());
            values.put("distance", body.distance());
            values.put("low", body.low());
            values.put("high", body.high());
            values.put("damping", body.damping());
            values.put("gravity", body.gravity());
            values.put("kinetic", body.kinetic());
            loop = new ParallelLoop(session, Code.STEP, new ParallelLoop.Variables() {
                @Override
                public Object get(String name) {
                    return Objects.requireNonNull(values.get(name), name);
                }

                @Override
                public void set(String name, String type, Object value) {
                    values.put(name, value);
                }
            });
        }

        @Override
        public void start(ParticleState state) {
            for (int axis = 0; axis < 3; axis++) {
                System.arraycopy(state.position(), axis * n, array(ARRAYS.get(axis)), 0, n);
                System.arraycopy(state.velocity(), axis * n, array(ARRAYS.get(3 + axis)), 0, n);
            }
        }

        private float[] array(String name) {
            return (float[]) Objects.requireNonNull(values.get(name), name);
        }

        @Override
        public List<Event> step() {
            loop.run();
            return List.of();
        }

        @Override
        public ParticleState finish() {
            float[] position = new float[3 * n];
            float[] velocity = new float[3 * n];
            for (int axis = 0; axis < 3; axis++) {
                System.arraycopy(array(ARRAYS.get(axis)), 0, position, axis * n, n);
                System.arraycopy(array(ARRAYS.get(3 + axis)), 0, velocity, axis * n, n);
            }
            return new ParticleState(position, velocity);
        }

        @Override
        public double energy() {
            return (Double) values.getOrDefault("energy", 0.0);
        }

        @Override
        public void close() {
            loop.close();
        }
    }
}
