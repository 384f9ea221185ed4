package org.plegma.particles.variant;

import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/**
 * An iteration of {@link PlegmaVariant}, for all planes of the cube or those of one of several devices.
 *
 * @param predicts whether the first iteration of a step may begin it
 * @param groups of which the last one leaves an energy each
 */
record PlegmaIteration(boolean predicts, int groups, FusedSteps.Iteration iteration) {
    /** A wider halo would not leave a unit room for several groups. */
    private static final int LONGEST_HALO = 3;

    /** What halo.cl and shares.cl say. */
    private static final int TILE = 8;

    private static final int ITEMS = 128;
    private static final int EACH_OF_HALO = 4;
    private static final int MOST_LANES = 32;
    private static final int GROUP = 64;

    /** Groups of a unit, so that the last ones of all units end at about the same time. */
    private static final int GROUPS_A_UNIT = 128;

    /** A root of a number below 2⁻¹²⁶ is not needed: without it, rsqrt is one instruction. */
    private static final String NO_DENORMALS = "-cl-denorms-are-zero";

    /** Makes kernels ready for the planes from the first to the one before the end. */
    static PlegmaIteration of(Session session, Stages stages, int first, int end) {
        return stages.reach() <= LONGEST_HALO ? halo(session, stages, first, end) : shares(session, stages, first, end);
    }

    private static String firstPlane(Stages stages, int first, int end) {
        return isAll(stages, first, end) ? "" : "-DFIRST_PLANE=" + first;
    }

    private static String endPlane(Stages stages, int first, int end) {
        return isAll(stages, first, end) ? "" : "-DEND_PLANE=" + end;
    }

    private static boolean isAll(Stages stages, int first, int end) {
        return first == 0 && end == stages.side();
    }

    private static PlegmaIteration halo(Session session, Stages stages, int first, int end) {
        int side = stages.side();
        int wide = parts(side, TILE);
        // More of a column need more registers than one of AMD's compilers gives.
        int each = stages.reach() == 1 ? EACH_OF_HALO : 2;
        while (each > 1
                && wide * wide * parts(end - first, each) < 2 * session.device().computeUnits()) {
            each /= 2;
        }
        int deep = parts(end - first, each);
        Kernel[][] kernels = new Kernel[2][2];
        for (int begins = 0; begins < 2; begins++) {
            for (int ends = 0; ends < 2; ends++) {
                kernels[begins][ends] = ParticleKernels.compile(
                                session,
                                "halo.cl",
                                NO_DENORMALS,
                                "-DREACH=" + stages.reach(),
                                "-DEACH=" + each,
                                begins == 1 ? "-DFIRST" : "",
                                ends == 1 ? "-DLAST" : "",
                                firstPlane(stages, first, end),
                                endPlane(stages, first, end))
                        .kernel("halo")
                        .global(wide * TILE, wide * TILE, deep)
                        .local(TILE, TILE, 1);
            }
        }
        DeviceArray rest = stages.restLengths();
        return new PlegmaIteration(
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

    private static PlegmaIteration shares(Session session, Stages stages, int first, int end) {
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
        int parts = parts(planes, planesOfPart(session.device(), across * down * (end - first), planes));
        Program program = ParticleKernels.compile(
                session,
                "shares.cl",
                NO_DENORMALS,
                "-DLANES=" + lanes,
                "-DEACH=" + each,
                isWhole ? "-DWHOLE" : "",
                firstPlane(stages, first, end),
                endPlane(stages, first, end));
        Kernel shares = program.kernel("shares")
                .global((long) across * lanes, (long) down * rows, (long) (end - first) * parts)
                .local(lanes, rows, 1);
        int groups = parts((end - first) * side * side, GROUP);
        Kernel gather = program.kernel("gather").global((long) groups * GROUP).local(GROUP);
        Kernel last = ParticleKernels.compile(
                        session,
                        "shares.cl",
                        NO_DENORMALS,
                        "-DLAST",
                        firstPlane(stages, first, end),
                        endPlane(stages, first, end))
                .kernel("gather")
                .global((long) groups * GROUP)
                .local(GROUP);
        DeviceArray rest = stages.array(restLengths(stages.body(), reach + lanes, reach + each));
        DeviceArray partial = stages.array(ParticleLayout.FOURS.length(stages.particles()) * parts);
        return new PlegmaIteration(false, groups, (s, arrays, isFirst, isLast) -> {
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
