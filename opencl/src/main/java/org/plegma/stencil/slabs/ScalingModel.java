package org.plegma.stencil.slabs;

import java.util.Arrays;
import org.plegma.array.Preconditions;

/**
 * How long a step of a stencil takes on many ranks, by the α–β model of messages (Hockney, 1994): a message of m bytes takes α + β·m,
 * here {@code latency + m / bytesPerSecond}. It says what cannot be measured, from what can.
 *
 * <p>It assumes that all ranks are alike and start a round together, that each sends at its full rate whatever the others do, that cells
 * take the same time in any shape, and that messages of a rank follow each other. A busy network, ranks that wait for a slow one, and
 * thin blocks make it slower; messages that travel at the same time make it quicker.
 *
 * @param latency seconds that a message of no bytes takes
 * @param bytesPerSecond between two ranks
 * @param cellsPerSecond that a rank's device computes
 * @param launchSeconds that a launch or a copy takes besides, of host and device
 * @param copyBytesPerSecond between a device and pinned memory of the host
 * @param atOnce ranks that compute at once: fewer than there are where several share a device
 */
public record ScalingModel(
        double latency,
        double bytesPerSecond,
        double cellsPerSecond,
        double launchSeconds,
        double copyBytesPerSecond,
        int atOnce) {

    /** Fails unless rates are above 0, and times not below. */
    public ScalingModel {
        if (!(bytesPerSecond > 0 && cellsPerSecond > 0 && copyBytesPerSecond > 0 && latency >= 0 && launchSeconds >= 0)
                || atOnce < 1) {
            throw new IllegalArgumentException(
                    "Rates must be above 0, times at least 0, and a rank at least compute at once,"
                            + " found latency " + latency + ", " + bytesPerSecond + " B/s, " + cellsPerSecond
                            + " cells/s, launch "
                            + launchSeconds + " s, copies " + copyBytesPerSecond + " B/s, " + atOnce + " at once.");
        }
    }

    /**
     * A stencil on a grid.
     *
     * @param shape of the whole grid
     * @param radius of the stencil
     * @param arrays fields and levels that are exchanged
     * @param elementBytes of an element
     * @param between steps from one exchange to the next
     * @param overlapped whether planes travel while the interior is computed
     */
    public record Problem(int[] shape, int radius, int arrays, int elementBytes, int between, boolean overlapped) {
        /** Fails unless there is something to compute. */
        public Problem {
            Preconditions.notNull(shape, "shape");
            if (shape.length < 1
                    || Arrays.stream(shape).anyMatch(size -> size < 1)
                    || radius < 0
                    || arrays < 1
                    || elementBytes < 1
                    || between < 1) {
                throw new IllegalArgumentException("Expected sizes, arrays, bytes and steps of at least 1, found "
                        + Arrays.toString(shape) + ", " + arrays + ", " + elementBytes + ", " + between
                        + ", and a radius of "
                        + radius + ".");
            }
        }

        /** Planes, or layers of a block, that neighbours need. */
        int halo() {
            return radius * between;
        }

        /** The same with another size of the first axis. */
        public Problem withFirst(int size) {
            int[] other = shape.clone();
            other[0] = size;
            return new Problem(other, radius, arrays, elementBytes, between, overlapped);
        }
    }

    /** Seconds that one step takes on slabs, as {@link org.plegma.stencil.SlabPlan} cuts them. */
    public double slabs(Problem problem, int ranks) {
        int[] cuts = new int[problem.shape().length];
        Arrays.fill(cuts, 1);
        cuts[0] = ranks;
        return step(problem, cuts);
    }

    /**
     * Seconds that one step would take on blocks, cut along all axes in the best way. No plan makes them: it says what they would bring.
     */
    public double blocks(Problem problem, int ranks) {
        return step(problem, cuts(problem, ranks));
    }

    /** Into how many parts blocks would cut each axis: of all ways to share out the ranks, the quickest. */
    public int[] cuts(Problem problem, int ranks) {
        int[] best = {};
        int axes = problem.shape().length;
        for (int first = ranks; first >= 1; first--) {
            for (int second = 1; ranks % first == 0 && second <= ranks / first; second++) {
                int third = ranks / first / second;
                int[] cuts = Arrays.copyOf(new int[] {first, second, third}, axes);
                boolean fits =
                        first * second * third == ranks && Arrays.stream(cuts).reduce(1, (a, b) -> a * b) == ranks;
                if (fits && (best.length == 0 || step(problem, cuts) < step(problem, best))) {
                    best = cuts;
                }
            }
        }
        return best;
    }

    /**
     * Seconds that one step takes.
     *
     * @param cuts into how many parts each axis is cut
     * @return infinite if a part would be thinner than what its neighbours need
     */
    private double step(Problem problem, int[] cuts) {
        int halo = problem.halo();
        double cells = 1;
        for (int axis = 0; axis < cuts.length; axis++) {
            double size = (double) problem.shape()[axis] / cuts[axis];
            if (cuts[axis] > 1 && size < halo) {
                return Double.POSITIVE_INFINITY;
            }
            cells *= size;
        }
        double ghosts = 0;
        double exchange = 0;
        int sides = 0;
        for (int axis = 0; axis < cuts.length; axis++) {
            if (cuts[axis] > 1) {
                double layer = cells / ((double) problem.shape()[axis] / cuts[axis]) * halo;
                double bytes = layer * problem.elementBytes();
                ghosts += 2 * layer;
                // One side after the other, each with a copy from the device and one to it.
                exchange += 2
                        * problem.arrays()
                        * (latency + bytes / bytesPerSecond + 2 * (launchSeconds + bytes / copyBytesPerSecond));
                sides += 2;
            }
        }
        int ranks = Arrays.stream(cuts).reduce(1, (a, b) -> a * b);
        double share = Math.max(1, (double) ranks / atOnce);
        int k = problem.between();
        double interior = k * (share * cells / cellsPerSecond + launchSeconds);
        if (sides == 0) {
            return interior / k;
        } else if (problem.overlapped()) {
            // A rim has three halos, where there is one of ghosts, and is copied in and out.
            double rims = k * (share * 3 * ghosts / cellsPerSecond + sides * launchSeconds)
                    + 2 * sides * problem.arrays() * launchSeconds;
            return (Math.max(interior, exchange) + rims) / k;
        }
        return (interior + k * share * ghosts / cellsPerSecond + exchange) / k;
    }

    /** How much of its time a rank spends on what one rank alone would do too: 1 is ideal. */
    public double efficiency(Problem problem, int ranks) {
        return slabs(problem, 1) / ranks / slabs(problem, ranks);
    }
}
