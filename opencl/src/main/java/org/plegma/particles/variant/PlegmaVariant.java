package org.plegma.particles.variant;

import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/**
 * Ours, for GPUs: four numbers a particle, rest lengths from a table, one root a pair, several particles a work-item, and few launches a
 * step. For a short reach groups have a halo in local memory ({@code halo.cl}), for a long one the neighbours' planes are dealt out
 * ({@code shares.cl}).
 */
final class PlegmaVariant implements ParticleVariant {
    /** A wider halo would not leave a unit room for several groups. */
    private static final int LONGEST_HALO = 3;

    /** What halo.cl and shares.cl say. */
    private static final int TILE = 8;

    private static final int ITEMS = 128;
    private static final int EACH_OF_HALO = 4;
    private static final int MOST_LANES = 32;
    private static final int GROUP = 64;

    /** Groups of a unit that hide each other's waits. */
    private static final int GROUPS_A_UNIT = 16;

    /** A root of a number below 2⁻¹²⁶ is not needed: without it, rsqrt is one instruction. */
    private static final String NO_DENORMALS = "-cl-denorms-are-zero";

    @Override
    public String name() {
        return "plegma";
    }

    @Override
    public String description() {
        return "float4, rest lengths in a table, one rsqrt a pair, several particles a work-item, few launches";
    }

    @Override
    public double rootError() {
        return 0x1p-22; // what rsqrt may be off in OpenCL: 2 ulp
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        Stages stages = new Stages(session, body, ParticleLayout.FOURS, EnergySum.TWO_STAGE);
        FusedSteps steps;
        try {
            steps = body.lattice().reach() <= LONGEST_HALO ? halo(session, stages) : shares(session, stages);
        } catch (RuntimeException e) {
            stages.close();
            throw e;
        }
        return new StagedPlan(stages, steps);
    }

    private static FusedSteps halo(Session session, Stages stages) {
        int side = stages.side();
        int wide = parts(side, TILE);
        // More of a column need more registers than one of AMD's compilers gives.
        int each = stages.reach() == 1 ? EACH_OF_HALO : 2;
        while (each > 1
                && wide * wide * parts(side, each) < 2 * session.device().computeUnits()) {
            each /= 2;
        }
        int deep = parts(side, each);
        Kernel[][] kernels = new Kernel[2][2];
        for (int first = 0; first < 2; first++) {
            for (int last = 0; last < 2; last++) {
                kernels[first][last] = ParticleKernels.compile(
                                session,
                                "halo.cl",
                                NO_DENORMALS,
                                "-DREACH=" + stages.reach(),
                                "-DEACH=" + each,
                                first == 1 ? "-DFIRST" : "",
                                last == 1 ? "-DLAST" : "")
                        .kernel("halo")
                        .global(wide * TILE, wide * TILE, deep)
                        .local(TILE, TILE, 1);
            }
        }
        DeviceArray rest = stages.restLengths();
        return new FusedSteps(
                stages,
                true,
                wide * wide * deep,
                (s, arrays, isFirst, isLast) -> FusedSteps.launch(
                        s,
                        kernels[isFirst ? 1 : 0][isLast ? 1 : 0],
                        side,
                        s.weight(),
                        rest,
                        s.start(),
                        s.velocity(),
                        s.from(),
                        arrays.to(),
                        arrays.velocity(),
                        arrays.energies()));
    }

    private static FusedSteps shares(Session session, Stages stages) {
        int side = stages.side();
        int reach = stages.reach();
        int lanes = TILE;
        while (lanes < Math.min(MOST_LANES, Math.min(side, reach))) {
            lanes *= 2;
        }
        int rows = ITEMS / lanes;
        // More particles of an item read less; but all go through what is in reach of any. By trials on an H100.
        boolean isWhole = reach == side - 1;
        int each = reach < 10 ? 2 : isWhole ? 8 : 4;
        int across = parts(side, lanes);
        int down = parts(side, rows * each);
        int planes = Math.min(side, 2 * reach + 1);
        int parts = parts(planes, planesOfPart(session.device(), across * down * side, planes));
        Program program = ParticleKernels.compile(
                session, "shares.cl", NO_DENORMALS, "-DLANES=" + lanes, "-DEACH=" + each, isWhole ? "-DWHOLE" : "");
        Kernel shares = program.kernel("shares")
                .global((long) across * lanes, (long) down * rows, (long) side * parts)
                .local(lanes, rows, 1);
        int groups = parts(stages.particles(), GROUP);
        Kernel gather = program.kernel("gather").global((long) groups * GROUP).local(GROUP);
        Kernel last = ParticleKernels.compile(session, "shares.cl", NO_DENORMALS, "-DLAST")
                .kernel("gather")
                .global((long) groups * GROUP)
                .local(GROUP);
        DeviceArray rest = stages.array(restLengths(stages.body(), reach + lanes, reach + each));
        DeviceArray partial = stages.array(ParticleLayout.FOURS.length(stages.particles()) * parts);
        return new FusedSteps(stages, false, groups, (s, arrays, isFirst, isLast) -> {
            s.launch(shares, side, reach, parts, rest, s.from(), partial);
            FusedSteps.launch(
                    s,
                    isLast ? last : gather,
                    side,
                    reach,
                    parts,
                    s.weight(),
                    partial,
                    s.start(),
                    s.from(),
                    arrays.to(),
                    arrays.velocity(),
                    arrays.energies());
        });
    }

    /** So few of the neighbours' planes in a part that the device has enough groups. */
    private static int planesOfPart(Device device, int groups, int planes) {
        int wanted = Math.min(planes, parts(GROUPS_A_UNIT * device.computeUnits(), groups));
        return parts(planes, wanted);
    }

    private static int parts(int whole, int size) {
        return (whole + size - 1) / size;
    }

    /** Of each offset, x last; below 0 where it is out of reach. */
    private static float[] restLengths(SoftBody body, int width, int height) {
        int reach = body.lattice().reach();
        float[] lengths = new float[(reach + 1) * height * width];
        int e = 0;
        for (int z = 0; z <= reach; z++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    lengths[e++] = y <= reach && x <= reach
                            ? (float) (body.distance() * Math.sqrt(x * x + y * y + z * z))
                            : -1;
                }
            }
        }
        return lengths;
    }
}
