package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** Transforms on 1 to 4 ranks against sums in double precision. */
class RankFftTest {
    private static final int[][] SHAPES = {{6, 8}, {5, 9}, {4, 7, 3}, {9, 5, 2}, {4, 4, 2, 3}};

    @Test
    void partsOfRanksGiveTheTransform() {
        String output = MpiRun.run("mpirun.openmpi", 4, RankFftTest.class)
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    /** A rank. */
    public static void main(String[] arguments) {
        Ranks.run(ranks -> {
            for (int i = 0; i < SHAPES.length; i++) {
                Optional<Ranks> part = ranks.first(4 - i % 4);
                if (part.isPresent()) {
                    try (Ranks some = part.get()) {
                        check(some, i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE, SHAPES[i]);
                    }
                }
            }
            refused(ranks);
            if (ranks.rank() == 0) {
                System.out.println("all is well");
            }
        });
    }

    private static void check(Ranks ranks, ElementType type, int... shape) {
        RankFft fft = RankFft.of(ranks, 40); // several messages a block
        int[] pairs = Arrays.copyOf(shape, shape.length + 1);
        pairs[shape.length] = 2;
        Grid complex = Grid.random(type, 1, pairs);
        Grid own = fft.part(complex, 0);
        Grid columns = fft.fft(own, shape);
        Grid expected = sums(complex);
        assertClose(fft.part(expected, 1), columns);
        assertClose(own, fft.ifft(columns, shape));
        fft.gather(columns, 1, pairs).ifPresent(all -> assertClose(expected, all));
        Grid real = Grid.random(type, 2, shape);
        Grid wide = Grid.zeros(type, pairs);
        int[] half = pairs.clone();
        half[shape.length - 1] = shape[shape.length - 1] / 2 + 1;
        if (half[1] < ranks.size()) {
            return;
        }
        for (int i = 0; i < real.length(); i++) {
            wide.reshape((int) wide.length())
                    .set(real.reshape((int) real.length()).get(i), 2 * i);
        }
        Grid halves = sums(wide).region(new int[half.length], half);
        Grid ownReals = fft.part(real, 0);
        Grid halfColumns = fft.rfft(ownReals, shape);
        assertClose(fft.part(halves, 1), halfColumns);
        assertClose(ownReals, fft.irfft(halfColumns, shape));
        fft.gather(ownReals, 0, shape).ifPresent(all -> assertEquals(real, all));
    }

    /** X[k] = Σ x[j]·exp(-2πi·jk/n), term by term. */
    private static Grid sums(Grid x) {
        int[] shape = Arrays.copyOf(x.shape(), x.rank() - 1);
        int count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        Grid from = x.to(ElementType.DOUBLE).reshape(count, 2);
        Grid to = Grid.zeros(ElementType.DOUBLE, count, 2);
        for (int k = 0; k < count; k++) {
            double re = 0;
            double im = 0;
            for (int j = 0; j < count; j++) {
                double turns = 0;
                for (int axis = shape.length - 1, restJ = j, restK = k; axis >= 0; axis--) {
                    turns += (double) (restJ % shape[axis]) * (restK % shape[axis]) / shape[axis];
                    restJ /= shape[axis];
                    restK /= shape[axis];
                }
                double c = Math.cos(2 * Math.PI * turns);
                double s = -Math.sin(2 * Math.PI * turns);
                re += c * from.get(j, 0) - s * from.get(j, 1);
                im += c * from.get(j, 1) + s * from.get(j, 0);
            }
            to.set(re, k, 0);
            to.set(im, k, 1);
        }
        return to.reshape(x.shape());
    }

    private static void assertClose(Grid expected, Grid found) {
        assertArrayEquals(expected.shape(), found.shape());
        double unit = found.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-50;
        double error = expected.to(ElementType.DOUBLE).maxAbsDifference(found.to(ElementType.DOUBLE));
        assertTrue(error <= 200 * unit, Arrays.toString(found.shape()) + ": " + error);
    }

    private static void refused(Ranks ranks) {
        RankFft fft = RankFft.of(ranks);
        Grid few = Grid.floats(1, 8, 2);
        String message = assertThrows(IllegalArgumentException.class, () -> fft.fft(few, 3, 8))
                .getMessage();
        assertTrue(message.startsWith("A transform on 4 ranks needs two axes or more"), message);
        message = assertThrows(IllegalArgumentException.class, () -> fft.fft(few, 8, 8))
                .getMessage();
        assertEquals(
                "The part of the values must be [2, 8, 2] on rank " + ranks.rank() + ", found [1, 8, 2].", message);
        assertThrows(IllegalArgumentException.class, () -> fft.rfft(Grid.floats(2, 4), 8, 4));
    }
}
