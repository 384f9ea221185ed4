package org.plegma.fft.pass;

import java.util.List;
import java.util.Locale;
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
        boolean plain = pass.load() == Load.COMPLEX && pass.store() == Store.COMPLEX;
        return takes(pass) && (stages.items() == 1 || plain && within && stages.items() <= FEW_ITEMS);
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
                + each(read(pass), "staged[%s] = ((global const REAL2 *)in)[begin + g];")
                + "    barrier(CLK_LOCAL_MEM_FENCE);\n";
    }

    String copyOut() {
        return "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
                + each(written(pass), "((global REAL2 *)out)[begin + g] = staged[%s];");
    }

    private String each(int values, String statement) {
        int items = tile.items() * tile.lines();
        return """
                {
                    const long begin = (l - w)*%s;
                    #pragma unroll 4
                    for (int g = w*%s + t; g < %s; g += %s) {
                        if (begin + g < %sL) {
                            %s
                        }
                    }
                }
            """
                .formatted(
                        values,
                        tile.items(),
                        values * tile.lines(),
                        items,
                        values * pass.lines(),
                        String.format(Locale.ROOT, statement, "g/%1$s*%2$s + g%%%1$s".formatted(values, apart(pass))));
    }
}
