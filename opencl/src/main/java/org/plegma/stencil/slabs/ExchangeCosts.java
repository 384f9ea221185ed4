package org.plegma.stencil.slabs;

/**
 * What steps of a slab cost besides its own planes: exchanges, and ghost planes that are computed. Where exchanges are rarer there are fewer
 * of these and more of those.
 *
 * @param exchange seconds of an exchange of no bytes
 * @param plane seconds that a plane takes in a step
 * @param cuts of the slab
 * @param radius planes that one step reads on a side
 * @param together steps that the method does together
 * @param sends whether the last step before an exchange sends planes: then steps compute no more ghost planes than are needed still
 */
public record ExchangeCosts(double exchange, double plane, int cuts, int radius, int together, boolean sends) {
    private static final int[] ROUNDS = {1, 2, 4, 8};

    /** Seconds of the turn after a step that sent, and of giving and taking; on two H200. The host's calls for more of them take longer. */
    private static final double TURN = 8e-6;

    private static final double GIVING_AND_TAKING = 20e-6;

    /** With what an exchange of a level was measured to take, where devices put it in order. @param levels that are exchanged */
    public static ExchangeCosts ofDevices(int levels, double plane, int cuts, int radius, int together, boolean sends) {
        return new ExchangeCosts(sends ? TURN : levels * GIVING_AND_TAKING, plane, cuts, radius, together, sends);
    }

    /** Seconds that a step costs besides its own planes, with so many rounds of the method from one exchange to the next. */
    double besides(int rounds) {
        int steps = rounds * together;
        // Half of them on the average if each step computes what is needed still; but chunks of planes come out even no
        // more.
        double ghosts = sends ? steps - 1 : steps;
        return exchange / steps + cuts * radius * ghosts * plane;
    }

    /** Steps from one exchange to the next that cost least. @param thinnest planes of the thinnest slab, which has one halo at least */
    public int best(int thinnest) {
        int best = ROUNDS[0];
        for (int rounds : ROUNDS) {
            if (besides(rounds) < besides(best) && (long) rounds * together * radius <= thinnest) {
                best = rounds;
            }
        }
        return best * together;
    }
}
