package org.plegma.fft.pass;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;

/**
 * Writes how a work-group copies short lines, which follow each other in memory, to local memory and their results back: work-items
 * that are neighbours take neighbouring values, whatever lines these belong to.
 */
final class LineStaging {
    /** Bytes that memory moves at least. */
    private static final int SECTOR = 32;

    /** Bytes of a line of reals that gains nothing. */
    private static final int TINY = 16;

    private static final int FEW_ITEMS = 4;
    /** Values that are on their way to a work-item at once: with 16 of 52 a pass took an eighth longer. */
    private static final int UNROLLED = 64;

    private final LinePass pass;
    private final LineTile tile;

    LineStaging(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
    }

    /**
     * Whether copies are worth their time: where a work-item has a line to itself, and where the pieces that a few write begin
     * within sectors. Others gain nothing, or lose up to a fifth, as powers of two do.
     */
    static boolean gains(LineStages stages, LinePass pass, ElementType type) {
        List<Integer> radices = stages.radices();
        int apart = pass.n() / radices.get(radices.size() - 1);
        boolean within = apart * 2 * type.bytes() % SECTOR != 0;
        boolean tiny = pass.n() * type.bytes() <= TINY && !isPlain(pass) && !LineStages.ofPairs(pass);
        return takes(pass) && !tiny && (stages.items() == 1 || isPlain(pass) && within && stages.items() <= FEW_ITEMS);
    }

    /** Whether complex lines become complex lines. */
    static boolean isPlain(LinePass pass) {
        return pass.load() == Load.COMPLEX && pass.store() == Store.COMPLEX;
    }

    /** Whether what a pass reads and writes are lines without gaps. */
    static boolean takes(LinePass pass) {
        return pass.turn() == Turn.NONE
                && pass.inner() == 1
                && pass.in().equals(Layout.axis(read(pass), 1))
                && pass.out().equals(Layout.axis(written(pass), 1));
    }

    /** Values of a line that are read. */
    private static int read(LinePass pass) {
        return switch (pass.load()) {
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> pass.chirp();
            default -> pass.n();
        };
    }

    /** Values of a line that are written. */
    private static int written(LinePass pass) {
        return switch (pass.store()) {
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> pass.chirp();
            default -> pass.n();
        };
    }

    /**
     * From one line's copy to the next: an odd number of complex values, so that equal places meet in all banks. Reals have no gaps, and no more
     * room than the spectrum.
     */
    private static int apart(LinePass pass) {
        return Math.max(complex(read(pass), readsReals(pass)), complex(written(pass), writesReals(pass))) | 1;
    }

    private static int complex(int values, boolean reals) {
        return reals ? (values + 1) / 2 : values;
    }

    private static boolean readsReals(LinePass pass) {
        return pass.load() == Load.REAL;
    }

    private static boolean writesReals(LinePass pass) {
        return pass.store() == Store.REAL;
    }

    /** Whether results take places of another line's values, which must have been read. */
    static boolean overlaps(LinePass pass) {
        return readsReals(pass) != writesReals(pass);
    }

    /** Complex value {@code x} of the work-item's line. */
    static String element(LinePass pass, String x) {
        return "staged[w*%s + %s]".formatted(apart(pass), x);
    }

    /** Real {@code x} of the work-item's line. */
    static String real(LinePass pass, String x) {
        return "((local REAL *)staged)[w*%s + %s]".formatted(pass.n(), x);
    }

    String copyIn() {
        return "    local REAL2 staged[%s];\n".formatted(tile.lines() * apart(pass))
                + each(read(pass), readsReals(pass), "global const", "in", "copy = all[g];")
                + "    barrier(CLK_LOCAL_MEM_FENCE);\n";
    }

    String copyOut() {
        return "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
                + each(written(pass), writesReals(pass), "global", "out", "all[g] = copy;");
    }

    /**
     * The last group alone asks of each value whether its line is there.
     *
     * @param statement for value {@code g} of those of a group
     */
    private String each(int values, boolean reals, String space, String argument, String statement) {
        int group = tile.items() * tile.lines();
        int most = values * tile.lines();
        int gap = apart(pass) - values;
        String gaps = gap == 0 ? "" : " + g/%s*%s".formatted(values, gap);
        String copy = reals ? "((local REAL *)staged)[g]" : "staged[g%s]".formatted(gaps);
        String move = statement.replace("copy", copy);
        return """
                {
                    %s %s *all = (%1$s %2$s *)%s + (l - w)*%sL;
                    const long here = %sL - (l - w);
                    if (here >= %s) {
                        #pragma unroll %s
                        for (int q = 0; q < %s; q++) {
                            const int g = w*%s + t + q*%s;
                            %s
                        }
                    } else {
                        for (int g = w*%9$s + t; g < (int)here*%4$s; g += %10$s) {
                            %s
                        }
                    }
                }
            """
                .formatted(
                        space,
                        reals ? "REAL" : "REAL2",
                        argument,
                        values,
                        pass.lines(),
                        tile.lines(),
                        UNROLLED,
                        (most + group - 1) / group,
                        tile.items(),
                        group,
                        most % group == 0
                                ? move
                                : "if (g < %s) {\n                %s\n            }".formatted(most, move),
                        move);
    }
}
