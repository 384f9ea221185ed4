package org.plegma.stencil.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Work that several threads share. */
class BesideTest {
    @Test
    void resultsHaveTheOrderOfTheirItems() {
        for (int count : new int[] {0, 1, 7, 1000}) {
            List<Integer> items = IntStream.range(0, count).boxed().toList();
            assertEquals(items.stream().map(i -> i * i).toList(), Beside.each(items, i -> i * i));
        }
    }

    @Test
    void aFailureIsTheCallers() {
        List<Integer> items = IntStream.range(0, 100).boxed().toList();
        assertEquals(
                "63",
                assertThrows(
                                IllegalStateException.class,
                                () -> Beside.each(items, i -> {
                                    if (i == 63) {
                                        throw new IllegalStateException("63");
                                    }
                                    return i;
                                }))
                        .getMessage());
    }

    /** As deep as formulas may be nested in a cell. */
    @Test
    void stacksAreDeep() {
        var deep = new java.util.concurrent.CompletableFuture<Integer>();
        Beside.THREADS.execute(() -> deep.complete(depth(200_000)));
        assertEquals(200_000, deep.join());
    }

    private static int depth(int left) {
        return left == 0 ? 0 : 1 + depth(left - 1);
    }
}
