package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.tree.Boundary;

/** Stencils whose outcome is known, from the text of the formula to the numbers. */
class PhysicsTest {
    private static final StencilSpec LIFE = StencilSpec.parse(
            """
            s = sum(i=-1..1, j=-1..1, i == 0 && j == 0 ? 0 : u[x+i,y+j])
            u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0   // birth, survival
            """);

    private static double[] life(int rows, int columns, String... picture) {
        double[] cells = new double[rows * columns];
        for (int i = 0; i < picture.length; i++) {
            for (int j = 0; j < picture[i].length(); j++) {
                cells[i * columns + j] = picture[i].charAt(j) == '#' ? 1 : 0;
            }
        }
        return cells;
    }

    @Test
    void aBlinkerBlinks() {
        double[] upright = life(5, 5, "", "..#", "..#", "..#");
        double[] lying = life(5, 5, "", "", ".###");
        Evaluator life = Evaluator.of(LIFE);
        assertArrayEquals(lying, life.run(new int[] {5, 5}, upright, 1));
        assertArrayEquals(upright, life.run(new int[] {5, 5}, upright, 2));
    }

    @Test
    void aGliderOnATorusComesBack() {
        double[] glider = life(6, 8, ".#", "..#", "###");
        Evaluator life = Evaluator.of(LIFE).boundary(Boundary.PERIODIC);
        double[] moved = life(6, 8, "", "..#", "...#", ".###");
        assertArrayEquals(moved, life.run(new int[] {6, 8}, glider, 4));
        // One cell down and right in 4 steps: home again after 24 cells each way.
        assertArrayEquals(glider, life.run(new int[] {6, 8}, glider, 4 * 24));
    }

    /** The R-pentomino's population; found with scipy.signal.convolve2d, and 121 at 100 is in the literature. */
    @ParameterizedTest
    @CsvSource({"0, 5", "1, 6", "2, 7", "3, 9", "4, 8", "5, 9", "8, 18", "10, 11", "100, 121"})
    void theRPentominoGrows(int generation, int population) {
        int size = 128;
        double[] start = new double[size * size];
        for (int[] cell : new int[][] {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}) {
            start[(60 + cell[0]) * size + 60 + cell[1]] = 1;
        }
        double[] end = Evaluator.of(LIFE).run(new int[] {size, size}, start, generation);
        assertEquals(population, Arrays.stream(end).sum());
    }

    /**
     * A sine on a ring is an eigenvector of the heat equation: each step multiplies it by 1 - 4·alpha·sin²(pi/n).
     */
    @Test
    void heatDecaysAtTheRateOfItsEigenvalue() {
        int n = 24;
        double alpha = 0.2;
        double[] sine = IntStream.range(0, n)
                .mapToDouble(i -> Math.sin(2 * Math.PI * i / n))
                .toArray();
        double[] later = Evaluator.of(StencilSpec.parse("param alpha = 0.2\nu[x] = u + alpha*lap(u)"))
                .boundary(Boundary.PERIODIC)
                .run(new int[] {n}, sine, 50);
        double factor = Math.pow(1 - 4 * alpha * Math.pow(Math.sin(Math.PI / n), 2), 50);
        // 50 steps of 5 roundings, each at most half a unit in the last place of 1.
        double tolerance = 50 * 5 * Math.ulp(1.0);
        assertArrayEquals(Arrays.stream(sine).map(v -> v * factor).toArray(), later, tolerance);
    }

    /** Errors against the standing wave sin(2 pi x) cos(2 pi t) fall with the square of the step. */
    @Test
    void theWaveEquationIsOfSecondOrder() {
        double coarse = waveError(20);
        double fine = waveError(40);
        double finer = waveError(80);
        assertEquals(2, Math.log(coarse / fine) / Math.log(2), 0.1);
        assertEquals(2, Math.log(fine / finer) / Math.log(2), 0.03);
    }

    private static double waveError(int n) {
        StencilSpec spec = StencilSpec.parse("param c = 1, dt, h\nu[t+1,x] = 2*u[t,x] - u[t-1,x] + (c*dt/h)^2*lap(u)");
        double h = 1.0 / n;
        double dt = h / 2;
        int steps = n / 2; // to t = 1/4 after the first level
        Map<String, List<double[]>> state = Map.of("u", List.of(wave(n, h, dt), wave(n, h, 0)));
        double[] end = Evaluator.of(spec)
                .boundary(Boundary.PERIODIC)
                .param("dt", dt)
                .param("h", h)
                .run(new int[] {n}, state, steps)
                .get("u")
                .get(0);
        double[] exact = wave(n, h, dt * (steps + 1));
        return IntStream.range(0, n)
                .mapToDouble(i -> Math.abs(end[i] - exact[i]))
                .max()
                .orElseThrow();
    }

    private static double[] wave(int n, double h, double t) {
        return IntStream.range(0, n)
                .mapToDouble(i -> Math.sin(2 * Math.PI * i * h) * Math.cos(2 * Math.PI * t))
                .toArray();
    }
}
