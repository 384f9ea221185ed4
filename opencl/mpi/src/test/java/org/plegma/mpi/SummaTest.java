package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.ProductOracle;

/** Products of whole numbers, which are exact in any order of additions, on 1 to 4 ranks against three loops. */
class SummaTest {
    private static final int CASES = 8;

    @Test
    void blocksOfRanksGiveTheProduct() {
        String output =
                MpiRun.run("mpirun.openmpi", 4, SummaTest.class).assertSuccess().output();
        assertTrue(output.contains("all " + CASES + " are well"), output);
    }

    /** A rank. */
    public static void main(String[] arguments) {
        Ranks.run(ranks -> {
            for (int i = 0; i < CASES; i++) {
                Random random = new Random(i);
                Optional<Ranks> part = ranks.first(4 - i % 4);
                if (part.isPresent()) {
                    try (Ranks some = part.get()) {
                        check(some, random, i);
                    }
                }
            }
            if (ranks.rank() == 0) {
                System.out.println("all " + CASES + " are well");
            }
        });
    }

    private static void check(Ranks ranks, Random random, int number) {
        int m = 4 + random.nextInt(30);
        int k = 4 + random.nextInt(40);
        int n = 4 + random.nextInt(30);
        ElementType type = number % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        Grid a = Grid.generate(type, i -> random.nextInt(19) - 9, m, k);
        Grid b = Grid.generate(type, i -> random.nextInt(19) - 9, k, n);
        try (Summa summa = Summa.of(ranks, 7)) {
            Grid block = summa.multiply(summa.part(a), summa.part(b), m, k, n);
            summa.gather(block, m, n).ifPresent(product -> {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        assertEquals(
                                ProductOracle.element(a, b, i, j),
                                product.get(i, j),
                                summa + ", " + m + " x " + k + " x " + n + " at " + i + ", " + j);
                    }
                }
            });
            Summa.Block own = summa.block(m, k);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> summa.multiply(Grid.zeros(type, own.rows() + 1, own.columns()), summa.part(b), m, k, n));
            assertThrows(IllegalArgumentException.class, () -> summa.block(0, 5));
        }
    }
}
