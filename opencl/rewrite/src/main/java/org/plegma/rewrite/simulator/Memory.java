package org.plegma.rewrite.simulator;

import java.util.Arrays;
import java.util.Optional;

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
    /** Only one of the two is there, the other is empty. */
    private final double[] reals;

    private final long[] wholes;

    /** By element: the interval between barriers, the group and the item of the last write and read. */
    private final int[][] writes;

    private final int[][] reads;
    /** The same of atomic changes, which do not race with one another; nothing until there is one. */
    private int[][] changes = new int[0][];

    Memory(String name, Space space, ScalarType type, long length) {
        this.name = name;
        this.space = space;
        this.type = type;
        this.length = length;
        int size = Math.toIntExact(length);
        this.reals = new double[type.real ? size : 0];
        this.wholes = new long[type.real ? 0 : size];
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
        return type.real ? reals[index] : wholes[index];
    }

    long whole(int index) {
        return type.real ? (long) reals[index] : wholes[index];
    }

    void set(int index, double real, long whole) {
        if (type.real) {
            reals[index] = type.round(real);
        } else {
            wholes[index] = type.wrap(whole);
        }
    }

    /** A new launch: what was before happened before. */
    void forget() {
        for (int[][] log : isChanged() ? new int[][][] {writes, reads, changes} : new int[][][] {writes, reads}) {
            Arrays.fill(log[0], NOBODY);
            Arrays.fill(log[1], NOBODY);
        }
    }

    private boolean isChanged() {
        return changes.length > 0;
    }

    /** Writes down an access; gives what it races with, if it does. */
    Optional<String> access(int index, Use use, int interval, int group, int item) {
        if (space == Space.PRIVATE) {
            return Optional.empty();
        }
        Optional<String> race = Optional.empty();
        if (meets(writes, index, interval, group, item)) {
            race = Optional.of("written by " + who(writes, index));
        } else if (use != Use.READ && meets(reads, index, interval, group, item)) {
            race = Optional.of("read by " + who(reads, index));
        } else if (use != Use.ATOMIC && isChanged() && meets(changes, index, interval, group, item)) {
            race = Optional.of("changed by " + who(changes, index));
        }
        if (use == Use.ATOMIC && !isChanged()) {
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
