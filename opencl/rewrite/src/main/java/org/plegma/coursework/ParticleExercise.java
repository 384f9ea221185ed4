package org.plegma.coursework;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.plegma.array.Preconditions;
import org.plegma.coursework.particles.IterationHints;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleReference;
import org.plegma.particles.ParticleState;
import org.plegma.particles.ReferenceStep;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;

/**
 * Judges a kernel that somebody wrote as an exercise: one Jacobi iteration of a soft cube with the parameters {@code (int side, int
 * reach, float distance, float weight, global const float* from, global float* to)}. Arrays are planes of x, y and z of all particles.
 */
public final class ParticleExercise extends KernelExercise<CubeLattice> {
    private static final Words WORDS = new Words(
            "side, reach",
            "constraints/ns",
            "the array to",
            "the array from",
            "its particle, or all of its three coordinates, is inside of the cube");

    private static final List<String> PARAMETERS = List.of(
            "int side", "int reach", "float distance", "float weight", "global const float* from", "global float* to");

    private static final int FLOPS = 18;

    private final Launch launch;
    /** By the array that is read. */
    private final Map<float[], Task> tasks = new IdentityHashMap<>();

    private record Task(SoftBody body, ReferenceStep right) {}

    private ParticleExercise(Session session, Kernel kernel, Launch launch, Judging judging) {
        super(session, kernel, judging, WORDS);
        this.launch = launch;
    }

    /** How a kernel is launched for a cube: {@code (kernel, side) -> kernel.global(...).local(...)}. */
    @FunctionalInterface
    public interface Launch {
        /** The kernel with its sizes set. */
        Kernel of(Kernel kernel, int side);
    }

    /** Judges a kernel with values of any seed. */
    public static Verdict check(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, Judging.standard());
    }

    /** With values of a seed, as a verdict tells it. */
    public static Verdict check(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, launch, Judging.standard(seed));
    }

    static Verdict check(Session session, Kernel kernel, Launch launch, Judging judging) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(kernel, "kernel");
        Preconditions.notNull(launch, "launch");
        return new ParticleExercise(session, kernel, launch, judging).verdict();
    }

    @Override
    protected List<String> parameters() {
        return PARAMETERS;
    }

    /** One group, the smallest, the longest reach, sides that no group divides, and several groups. */
    @Override
    protected List<CubeLattice> sizes(Random random) {
        return List.of(
                new CubeLattice(4, 1),
                new CubeLattice(2, 1),
                new CubeLattice(4, 3),
                new CubeLattice(5, 1 + random.nextInt(3)),
                new CubeLattice(6, 5),
                new CubeLattice(8, 1),
                new CubeLattice(9 + random.nextInt(2), 2));
    }

    @Override
    protected List<CubeLattice> smallSizes() {
        List<CubeLattice> sizes = new ArrayList<>();
        for (int side = 2; side <= 5; side++) {
            for (int reach = 1; reach < side; reach++) {
                sizes.add(new CubeLattice(side, reach));
            }
        }
        return sizes;
    }

    @Override
    protected CubeLattice timedSize(Device.Kind kind) {
        return kind == Device.Kind.CPU ? new CubeLattice(16, 3) : new CubeLattice(32, 8);
    }

    @Override
    protected Kernel launch(Kernel kernel, CubeLattice size) {
        return launch.of(kernel, size.side());
    }

    @Override
    protected List<Object> arguments(CubeLattice size, Random random) {
        float wide = 8f * size.side();
        SoftBody body = SoftBody.cube(size.side(), size.reach())
                .withDistance(0.5f + random.nextFloat())
                .withTimeStep(1)
                .withCompliance(0.3f + random.nextFloat())
                .withGravity(0)
                .withIterations(1)
                .withBox(-wide, wide);
        float[] from = ParticleState.disturbed(body, random.nextLong()).position();
        ReferenceStep right =
                new ParticleReference(body, Solver.JACOBI).step(new ParticleState(from, new float[from.length]));
        tasks.put(from, new Task(body, right));
        return new ArrayList<>(List.of(
                size.side(), size.reach(), body.distance(), (float) body.weight(), from, new float[from.length]));
    }

    private Task task(List<Object> arguments) {
        return Objects.requireNonNull(tasks.get((float[]) arguments.get(4)), "not from arguments()");
    }

    @Override
    protected Expected expected(CubeLattice size, List<Object> arguments, int element) {
        ReferenceStep right = task(arguments).right;
        return new Expected(right.position()[element], right.positionBound()[element]);
    }

    @Override
    protected String place(CubeLattice size, int element) {
        int i = element % size.particles();
        return "xyz".charAt(element / size.particles()) + " of particle " + i + " at (" + size.x(i) + ", " + size.y(i)
                + ", " + size.z(i) + ")";
    }

    @Override
    protected int width(CubeLattice size) {
        return size.side();
    }

    @Override
    protected String hint(CubeLattice size, List<Object> arguments, int element, double found) {
        Task task = task(arguments);
        return new IterationHints(task.body, (float[]) arguments.get(4))
                .hint(
                        element % size.particles(),
                        element / size.particles(),
                        task.right.position()[element],
                        found,
                        4 * task.right.positionBound()[element]);
    }

    @Override
    protected double work(CubeLattice size) {
        return size.constraints();
    }

    /** Of an iteration that reads and writes each position once. */
    @Override
    protected double bound(CubeLattice size, Ceilings limits) {
        return 1e-9
                * Math.max(
                        FLOPS * work(size) / limits.arithmetic("float"),
                        6.0 * Float.BYTES * size.particles() / limits.bandwidth());
    }

    @Override
    protected String reference() {
        return """
                kernel void reference(int side, int reach, float distance, float weight,
                        global const float* from, global float* to) {
                    int x = get_global_id(0) % side, y = get_global_id(0) / side, z = get_global_id(1);
                    if (y >= side || z >= side) return;
                    int n = side * side * side, i = (z * side + y) * side + x, count = 0;
                    float3 mine = (float3)(from[i], from[n + i], from[2 * n + i]), sum = 0;
                    for (int c = max(0, z - reach); c <= min(side - 1, z + reach); c++)
                        for (int b = max(0, y - reach); b <= min(side - 1, y + reach); b++)
                            for (int a = max(0, x - reach); a <= min(side - 1, x + reach); a++) {
                                int j = (c * side + b) * side + a;
                                if (j == i) continue;
                                float3 d = (float3)(from[j], from[n + j], from[2 * n + j]) - mine;
                                float rest = distance * sqrt((float)((a-x)*(a-x) + (b-y)*(b-y) + (c-z)*(c-z)));
                                float size_of_d = sqrt(dot(d, d));
                                sum += weight * (size_of_d - rest) / size_of_d * d;
                                count++;
                            }
                    mine += sum / count;
                    to[i] = mine.x; to[n + i] = mine.y; to[2 * n + i] = mine.z;
                }
                """;
    }

    @Override
    protected long[] referenceSizes(CubeLattice size) {
        return new long[] {Kernel.roundUp((long) size.side() * size.side(), 16), Kernel.roundUp(size.side(), 16)};
    }
}
