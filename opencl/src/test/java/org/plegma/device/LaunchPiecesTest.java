package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

class LaunchPiecesTest extends OnDevice {
    private static final String COUNT =
            """
            // every work-item adds one, so that none may run twice; this comment speaks of local memory
            kernel void k(int width, global int *a) {
                size_t x = get_global_id(0), y = get_global_id(1);
                a[y * width + x] += 1 + x;
            }
            """;

    private static List<LaunchPieces.Piece> pieces(Kernel kernel, long... global) {
        return LaunchPieces.of(session.device(), "k", kernel.resources(), () -> true, global, new long[0], new long[0]);
    }

    @Test
    void onlyAwkwardSizesAreCut() {
        Kernel k = kernel(COUNT);
        assertEquals(1, pieces(k, 1 << 20).size());
        assertEquals(1, pieces(k, 1000, 7).size());
        assertEquals(1, pieces(k, 13).size(), "smaller than a work-group");
        assertEquals(1, pieces(k, 8, 1_000_003).size(), "only dimension 0 counts");
        List<LaunchPieces.Piece> prime = pieces(k, 1_000_003);
        assertArrayEquals(new long[] {999_936}, prime.get(0).global());
        assertArrayEquals(new long[] {67}, prime.get(1).global());
        assertArrayEquals(new long[] {999_936}, prime.get(1).offset());
    }

    @Test
    void everyWorkItemRunsOnce() {
        for (int[] size : new int[][] {{1009, 1}, {257, 3}, {8209, 2}, {521, 17}, {100_003, 1}}) {
            Grid a = Grid.ints(size[1], size[0]);
            assertEquals(2, pieces(kernel(COUNT), size[0], size[1]).size());
            Event event = kernel(COUNT).global(size[0], size[1]).call(size[0], a);
            assertEquals(Grid.generate(ElementType.INT, i -> 1 + i[1], size[1], size[0]), a);
            assertTrue(event.seconds() > 0 && event.queuedNanos() <= event.startedNanos());
        }
    }

    @Test
    void offsetsAreKept() {
        int[] a = new int[1100];
        kernel(COUNT).global(1009).offset(50).call(0, a);
        for (int i = 0; i < a.length; i++) {
            assertEquals(i < 50 || i >= 1059 ? 0 : 1 + i, a[i]);
        }
    }

    @Test
    void aKernelThatSeesItsLaunchIsNotCut() {
        int[] a = new int[1009];
        Kernel size = kernel("kernel void k(global int *a) { a[get_global_id(0)] = get_global_size(0); }");
        size.global(1009).call(a);
        assertEquals(1009, a[0]);
        for (String use : List.of(
                "get_global_size(0)",
                "get_global_offset(0)",
                "get_local_id(0)",
                "get_local_size(0)",
                "get_group_id(0)",
                "get_num_groups(0)",
                "get_global_linear_id()",
                "barrier(CLK_LOCAL_MEM_FENCE)",
                "work_group_barrier(0)",
                "sub_group_reduce_add(1)",
                "__local int x[3]",
                "local int x[3]",
                "async_work_group_copy(a, b, 1, 0)",
                "\n#include \"x.h\"\n")) {
            assertFalse(LaunchPieces.areIndependent("kernel void k(global int *a) { " + use + "; }", List.of()), use);
        }
        assertFalse(
                LaunchPieces.areIndependent("kernel void k() { printf(\"a//b\"); barrier(1); }", List.of()),
                "not a comment");
        assertFalse(LaunchPieces.areIndependent("kernel void k() { X; }", List.of("-DX=get_local_id(0)")));
        assertTrue(LaunchPieces.areIndependent(COUNT, List.of("-DA=1")));
        assertTrue(LaunchPieces.areIndependent("kernel void k() { int locality = get_work_dim(); }", List.of()));
    }
}
