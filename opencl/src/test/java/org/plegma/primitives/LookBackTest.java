package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.testing.EmulatedLanes;

/** A tile whose group has not begun is added up by one that waits for it. */
class LookBackTest {
    private static final int LANES = 32;
    private static final int RUN = 9;

    /** One warp asks what is before a tile. */
    private static final String ASK =
            """
            kernel void ask(global const SUM* in, long n, global ulong* states, int tile, global SUM* found) {
                const SUM before = sum_of_tiles_before(states, tile, %d, 1000, in, n);
                if (LANE == 0) {
                    *found = before;
                }
            }
            """
                    .formatted(RUN);

    /** @param tile values of a tile, as the file has it for groups of one warp */
    private static void check(String file, List<String> options, ElementType type, int tile, boolean flags) {
        boolean wide = type == ElementType.LONG;
        int words = wide ? 2 : 1;
        int tiles = 70;
        int n = tiles * tile - 5;
        int[] values = new Random(4).ints(n, 0, 3).toArray();
        long[] sums = new long[tiles];
        for (int i = 0; i < n; i++) {
            sums[i / tile] += flags ? Math.min(1, values[i]) : values[i];
        }
        // What a run before has left; one tile has told all up to it, of the others after it every third has told
        // nothing.
        long[] states = new long[tiles * words];
        Arrays.fill(states, 2L * (RUN - 1) + 1 << 32 | 77);
        int complete = 3;
        for (int t = complete; t < tiles; t++) {
            long kind = t == complete ? 2L * RUN + 1 : 2L * RUN;
            long sum = t == complete ? Arrays.stream(sums, 0, t + 1).sum() : sums[t];
            if (t == complete || t % 3 != 0) {
                states[t * words] = kind << 32 | sum;
                if (wide) {
                    states[t * words + 1] = kind << 32;
                }
            }
        }
        try (Session session = Session.open()) {
            boolean speaks = session.device().hasSpeakingWarps();
            String lanes = speaks
                    ? PrimitiveCode.warpSource(session)
                    : EmulatedLanes.source() + PrimitiveCode.source("warps.cl");
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of(
                    "-DGROUP=" + LANES, "-DSUM=" + type.openclName(), "-DWORDS=" + words, "-DROWS=4", "-DPATIENCE=3"));
            all.addAll(speaks ? List.of() : EmulatedLanes.OPTIONS);
            try (Program program = session.compile(
                            lanes + PrimitiveCode.source("look-back.cl", file) + ASK, all.toArray(String[]::new));
                    DeviceArray in = wide
                            ? session.upload(
                                    Arrays.stream(values).asLongStream().toArray())
                            : session.upload(values);
                    DeviceArray told = session.upload(states);
                    DeviceArray found = session.allocate(type, 1)) {
                for (int last : new int[] {tiles - 1, 1, 0}) {
                    program.kernel("ask").global(LANES).local(LANES).call(in, (long) n, told, last, found);
                    assertEquals(
                            Arrays.stream(sums, 0, last).sum(), found.download().at(0), file + ", tile " + last);
                }
                // Those that had told nothing are told of now.
                told.download(states);
                long[] expected = new long[tiles];
                long[] kinds = new long[tiles];
                for (int t = 4; t < tiles - 1; t++) {
                    expected[t] = sums[t];
                    kinds[t] = states[t * words] & 0xffffffffL;
                }
                assertArrayEquals(expected, kinds, file);
            }
        }
    }

    @Test
    void addsUpTilesThatTellNothing() {
        check("scan.cl", List.of("-DLOOK_BACK"), ElementType.INT, LANES * 4 * 4, false);
        check("scan.cl", List.of("-DLOOK_BACK"), ElementType.LONG, LANES * 4 * 2, false);
        check("select.cl", List.of(), ElementType.INT, LANES * 4 * 4, true);
    }
}
