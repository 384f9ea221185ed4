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

    /** What is done to an element. */
    enum Use {
        READ("reads", "load from"),
        WRITE("writes", "store to"),
        ATOMIC("changes", "atomic change of");

        final String verb;
        final String text;

        Use(String verb, String text) {
            this.verb = verb;
            this.text = text;
        }
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
    /** The same of atomic changes, which do not race with one another; null until there is one. */
    private int[][] changes;

    Memory(String name, Space space, ScalarType type, long length) {
        this.name = name;
        this.space = space;
        this.type = type;
        this.length = length;
        int size = Math.toIntExact(length);
        this.reals = type.real ? new double[size] : null;
        this.wholes = type.real ? null : new long[size];
        this.writes = log(size);
        this.reads = log(size);
    }

    private static int[][] log(int size) {
        int[][] log = new int[3][size];
        for (int[] part : log) {
            Arrays.fill(part, NOBODY);
        }
        return log;
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
        for (int[][] log : changes == null ? new int[][][] {writes, reads} : new int[][][] {writes, reads, changes}) {
            Arrays.fill(log[0], NOBODY);
            Arrays.fill(log[1], NOBODY);
        }
    }

    /** Writes down an access; gives what it races with, or null. */
    String access(int index, Use use, int interval, int group, int item) {
        if (space == Space.PRIVATE) {
            return null;
        }
        String race = null;
        if (meets(writes, index, interval, group, item)) {
            race = "written by " + who(writes, index);
        } else if (use != Use.READ && meets(reads, index, interval, group, item)) {
            race = "read by " + who(reads, index);
        } else if (use != Use.ATOMIC && changes != null && meets(changes, index, interval, group, item)) {
            race = "changed by " + who(changes, index);
        }
        if (use == Use.ATOMIC && changes == null) {
            changes = log(Math.toIntExact(length));
        }
        int[][] log = use == Use.ATOMIC ? changes : use == Use.WRITE ? writes : reads;
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
