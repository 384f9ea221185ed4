package org.plegma.rewrite.model;

import java.util.Arrays;

/** An array of a kernel, with who read and wrote each element last, so that races are seen. */
final class Memory {
    /** Where it lies. */
    enum Space {
        GLOBAL,
        LOCAL,
        PRIVATE
    }

    private static final int SEVERAL = -2;
    private static final int NOBODY = -1;

    final String name;
    final Space space;
    final ScalarType type;
    final long length;
    private final double[] reals;
    private final long[] wholes;

    /** By element: the interval between barriers, the group and the item of the last write and read. */
    private final int[][] writes;

    private final int[][] reads;

    Memory(String name, Space space, ScalarType type, long length) {
        this.name = name;
        this.space = space;
        this.type = type;
        this.length = length;
        int size = Math.toIntExact(length);
        this.reals = type.real ? new double[size] : null;
        this.wholes = type.real ? null : new long[size];
        this.writes = new int[3][size];
        this.reads = new int[3][size];
        for (int[] each : new int[][] {writes[0], reads[0], writes[1], reads[1], writes[2], reads[2]}) {
            Arrays.fill(each, NOBODY);
        }
    }

    double real(int index) {
        return reals == null ? wholes[index] : reals[index];
    }

    long whole(int index) {
        return wholes == null ? (long) reals[index] : wholes[index];
    }

    void set(int index, double real, long whole) {
        if (reals != null) {
            reals[index] = type.round(real);
        } else {
            wholes[index] = type.wrap(whole);
        }
    }

    /** A new launch: what was before happened before. */
    void forget() {
        Arrays.fill(writes[0], NOBODY);
        Arrays.fill(reads[0], NOBODY);
        Arrays.fill(writes[1], NOBODY);
        Arrays.fill(reads[1], NOBODY);
    }

    /** Writes down an access; gives what it races with, or null. */
    String access(int index, boolean write, int interval, int group, int item) {
        if (space == Space.PRIVATE) {
            return null;
        }
        String race = null;
        if (meets(writes, index, interval, group, item)) {
            race = "written by " + who(writes, index);
        } else if (write && meets(reads, index, interval, group, item)) {
            race = "read by " + who(reads, index);
        }
        int[][] log = write ? writes : reads;
        boolean same = log[0][index] == interval;
        log[2][index] = same && log[2][index] != item ? SEVERAL : item;
        log[1][index] = log[1][index] != NOBODY && log[1][index] != group ? SEVERAL : group;
        log[0][index] = interval;
        return race;
    }

    /** Whether another item accessed it with nothing between that orders the two. */
    private static boolean meets(int[][] log, int index, int interval, int group, int item) {
        if (log[1][index] == NOBODY) {
            return false;
        }
        return log[1][index] != group || log[0][index] == interval && log[2][index] != item;
    }

    private static String who(int[][] log, int index) {
        return log[2][index] == SEVERAL || log[1][index] == SEVERAL
                ? "other work-items"
                : "work-item " + log[2][index] + " of group " + log[1][index];
    }
}
