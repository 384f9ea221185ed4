package org.plegma.coursework;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.plegma.array.Preconditions;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;

/**
 * Judges a kernel that somebody wrote as an exercise: the energy g y + ½ |V|² of particles, a sum for each group of {@value #GROUP}, with
 * the parameters {@code (int n, float gravity, global const float* position, global const float* velocity, global float* sums)}. Arrays
 * are planes of x, y and z of all particles.
 */
public final class EnergyExercise extends KernelExercise<EnergyExercise.Count> {
    /** Work-items of a group. */
    public static final int GROUP = 64;

    private static final double ROUNDING = 0x1p-24;

    private static final Words WORDS = new Words(
            "particles", "particles/ns", "sums", "position or velocity", "it is the one of its group that does");

    private static final List<String> PARAMETERS = List.of(
            "int n",
            "float gravity",
            "global const float* position",
            "global const float* velocity",
            "global float* sums");

    /** So many particles. */
    record Count(int n) {
        int groups() {
            return (n + GROUP - 1) / GROUP;
        }

        @Override
        public String toString() {
            return Integer.toString(n);
        }
    }

    private EnergyExercise(Session session, Kernel kernel, Judging judging) {
        super(session, kernel, judging, WORDS);
    }

    /** Judges a kernel with values of any seed. */
    public static Verdict check(Session session, Kernel kernel) {
        return check(session, kernel, Judging.standard());
    }

    /** With values of a seed, as a verdict tells it. */
    public static Verdict check(Session session, Kernel kernel, long seed) {
        return check(session, kernel, Judging.standard(seed));
    }

    static Verdict check(Session session, Kernel kernel, Judging judging) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(kernel, "kernel");
        return new EnergyExercise(session, kernel, judging).verdict();
    }

    @Override
    protected List<String> parameters() {
        return PARAMETERS;
    }

    @Override
    protected List<Count> sizes(Random random) {
        return List.of(
                new Count(GROUP),
                new Count(4 * GROUP),
                new Count(1),
                new Count(GROUP + 1 + random.nextInt(GROUP - 1)),
                new Count(1 + random.nextInt(GROUP - 1)),
                new Count(8 * GROUP + 1 + random.nextInt(GROUP)));
    }

    @Override
    protected List<Count> smallSizes() {
        return IntStream.of(1, 2, 3, 4, 8, 33, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP)
                .mapToObj(Count::new)
                .toList();
    }

    @Override
    protected Count timedSize(Device.Kind kind) {
        return new Count(kind == Device.Kind.CPU ? 1 << 16 : 1 << 24);
    }

    @Override
    protected Kernel launch(Kernel kernel, Count size) {
        return kernel.global((long) size.groups() * GROUP).local(GROUP);
    }

    @Override
    protected List<Object> arguments(Count size, Random random) {
        return new ArrayList<>(List.of(
                size.n,
                1 + random.nextFloat(),
                values(size.n, random),
                values(size.n, random),
                new float[size.groups()]));
    }

    private static float[] values(int n, Random random) {
        float[] values = new float[3 * n];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() + 0.5f;
        }
        return values;
    }

    private static double term(List<Object> arguments, int i, double kinetic) {
        int n = (int) arguments.get(0);
        float[] position = (float[]) arguments.get(2);
        float[] v = (float[]) arguments.get(3);
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            square += (double) v[axis * n + i] * v[axis * n + i];
        }
        return (double) (float) arguments.get(1) * position[n + i] + kinetic * square;
    }

    private static double sum(Count size, List<Object> arguments, int group, double kinetic) {
        double sum = 0;
        for (int i = group * GROUP; i < Math.min(size.n, (group + 1) * GROUP); i++) {
            sum += term(arguments, i, kinetic);
        }
        return sum;
    }

    /** What a kernel has that takes arrays for triples of x, y and z. */
    private static double sumOfTriples(Count size, List<Object> arguments, int group) {
        float[] position = (float[]) arguments.get(2);
        float[] v = (float[]) arguments.get(3);
        double sum = 0;
        for (int i = group * GROUP; i < Math.min(size.n, (group + 1) * GROUP); i++) {
            sum += (double) (float) arguments.get(1) * position[3 * i + 1];
            for (int axis = 0; axis < 3; axis++) {
                sum += 0.5 * v[3 * i + axis] * v[3 * i + axis];
            }
        }
        return sum;
    }

    /** All terms are positive, so that the sum of their sizes is the sum. */
    @Override
    protected Expected expected(Count size, List<Object> arguments, int element) {
        double value = sum(size, arguments, element, 0.5);
        return new Expected(value, (GROUP + 8) * ROUNDING * value);
    }

    @Override
    protected String place(Count size, int element) {
        return "sums[" + element + "]";
    }

    @Override
    protected int width(Count size) {
        return 8;
    }

    @Override
    protected String hint(Count size, List<Object> arguments, int element, double found) {
        double right = sum(size, arguments, element, 0.5);
        double bound = (GROUP + 8) * ROUNDING * right;
        if (Math.abs(found - sum(size, arguments, element, 1)) <= bound) {
            return ": the kinetic part is |V|², and not ½ |V|²";
        }
        if (Math.abs(found - term(arguments, element * GROUP, 0.5)) <= bound) {
            return ": that is the energy of the group's first particle alone";
        }
        if (Math.abs(found - sumOfTriples(size, arguments, element)) <= bound) {
            return ": x, y and z are read particle by particle; the arrays have the x of all particles, then the y, then the z";
        }
        if (found == 0) {
            return ": no particle of the group is added";
        }
        return found > 0 && found < right - bound ? ": some particles of the group are not added" : "";
    }

    @Override
    protected double work(Count size) {
        return size.n;
    }

    /** Of a sum that reads heights and velocities once. */
    @Override
    protected double bound(Count size, Ceilings limits) {
        return 1e-9 * 4.0 * Float.BYTES * size.n / limits.bandwidth();
    }

    @Override
    protected String reference() {
        return """
                kernel void reference(int n, float gravity, global const float* position, global const float* velocity,
                        global float* sums) {
                    int group = get_global_id(1) * get_global_size(0) + get_global_id(0);
                    if (group >= (n + 63) / 64) return;
                    float sum = 0;
                    for (int i = group * 64; i < min(n, group * 64 + 64); i++) {
                        float x = velocity[i], y = velocity[n + i], z = velocity[2 * n + i];
                        sum += gravity * position[n + i] + 0.5f * (x * x + y * y + z * z);
                    }
                    sums[group] = sum;
                }
                """;
    }

    @Override
    protected long[] referenceSizes(Count size) {
        return new long[] {
            Kernel.roundUp(Math.min(size.groups(), 1024), 16), Kernel.roundUp((size.groups() + 1023) / 1024, 16)
        };
    }
}
