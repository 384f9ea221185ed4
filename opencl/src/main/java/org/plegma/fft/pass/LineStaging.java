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

    private static final int FEW_ITEMS = 4;
    /** Values that are on their way to a work-item at once. */
    private static final int UNROLLED = 16;

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
        return takes(pass) && (stages.items() == 1 || isPlain(pass) && within && stages.items() <= FEW_ITEMS);
    }

    /** Whether complex lines without gaps become complex lines without gaps. */
    static boolean takesPlain(LinePass pass) {
        return takes(pass) && isPlain(pass);
    }

    private static boolean isPlain(LinePass pass) {
        return pass.load() == Load.COMPLEX && pass.store() == Store.COMPLEX;
    }

    /** Whether the complex values that a pass reads and writes are lines without gaps. */
    private static boolean takes(LinePass pass) {
        return pass.turn() == Turn.NONE
                && pass.load() != Load.REAL
                && pass.store() != Store.REAL
                && pass.inner() == 1
                && pass.in().equals(Layout.axis(read(pass), 1))
                && pass.out().equals(Layout.axis(written(pass), 1));
    }

    /** Complex values of a line that are read. */
    private static int read(LinePass pass) {
        return switch (pass.load()) {
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> pass.chirp();
            default -> pass.n();
        };
    }

    /** Complex values of a line that are written. */
    private static int written(LinePass pass) {
        return switch (pass.store()) {
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> pass.chirp();
            default -> pass.n();
        };
    }

    /** From one line's copy to the next: an odd number of values, so that equal places meet in all banks. */
    private static int apart(LinePass pass) {
        return Math.max(read(pass), written(pass)) | 1;
    }

    /** Value {@code x} of the work-item's line. */
    static String element(LinePass pass, String x) {
        return "staged[w*%s + %s]".formatted(apart(pass), x);
    }

    String copyIn() {
        return "    local REAL2 staged[%s];\n".formatted(tile.lines() * apart(pass))
                + each(read(pass), "global const REAL2 *all = (global const REAL2 *)in", "copy = all[g];")
                + "    barrier(CLK_LOCAL_MEM_FENCE);\n";
    }

    String copyOut() {
        return "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
                + each(written(pass), "global REAL2 *all = (global REAL2 *)out", "all[g] = copy;");
    }

    /**
     * The last group alone asks of each value whether its line is there.
     *
     * @param statement for value {@code g} of those of a group
     */
    private String each(int values, String all, String statement) {
        int group = tile.items() * tile.lines();
        int most = values * tile.lines();
        int gap = apart(pass) - values;
        String copy = "staged[g%s]".formatted(gap == 0 ? "" : " + g/%s*%s".formatted(values, gap));
        String move = statement.replace("copy", copy);
        return """
                {
                    %s + (l - w)*%sL;
                    const long here = %sL - (l - w);
                    if (here >= %s) {
                        #pragma unroll %s
                        for (int q = 0; q < %s; q++) {
                            const int g = w*%s + t + q*%s;
                            %s
                        }
                    } else {
                        for (int g = w*%7$s + t; g < (int)here*%2$s; g += %8$s) {
                            %s
                        }
                    }
                }
            """
                .formatted(
                        all,
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
