package org.plegma.bench.neighbours;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;

/**
 * The bench family {@code neighbours}: the nearest of n points for each of n queries, float, in 3-D. The points are sorted anew in each
 * run. The limit is to read points and queries once and to write an index and a distance each. Some queries are compared with all
 * points in plain Java.
 */
public final class NeighboursFamily implements BenchFamily {
    @Override
    public String name() {
        return "neighbours";
    }

    @Override
    public String description() {
        return "The nearest of n points for each of n queries, sorting included.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        List<BenchCase> cases = new ArrayList<>();
        for (int n : cpu ? new int[] {1 << 14, 1 << 18, 1 << 20} : new int[] {1 << 18, 1 << 20, 1 << 22, 1 << 24}) {
            if (cpu) {
                cases.add(of(Spread.EVEN, "java", n).prepare(buffers -> new JavaRun(n)));
            }
            for (Spread spread : Spread.values()) {
                for (String method : new String[] {"auto", "rings", "tree"}) {
                    // In a grid with all points in one cell, each is compared with each.
                    if (!method.equals("rings") || spread == Spread.EVEN) {
                        cases.add(of(spread, method, n)
                                .prepare(buffers -> new NeighboursRun(buffers, spread, method, n)));
                    }
                }
            }
        }
        if (!cpu) {
            for (String method : new String[] {"simple", "skip"}) {
                cases.add(cells(method, 1 << 18, 8));
                cases.add(cells(method, 1 << 18, 16));
                cases.add(cells(method, 1 << 20, 16));
                cases.add(cells(method, 1 << 20, 32));
            }
        }
        int few = cpu ? 1 << 12 : 1 << 17;
        cases.add(of(Spread.EVEN, "brute-force", few)
                // Three differences, three products, two sums.
                .flops(8.0 * few * few)
                .prepare(buffers -> new NeighboursRun(buffers, Spread.EVEN, "brute-force", few)));
        return cases;
    }

    /** In so many cells along each axis; the operations are those of the method without skipping. */
    private static BenchCase cells(String method, int n, int side) {
        double pairsOfCells = Math.pow(3.0 * side - 2, 3);
        double pointsInCell = n / Math.pow(side, 3);
        return of(Spread.EVEN, method + "(" + side + "³)", n)
                .flops(8 * pairsOfCells * pointsInCell * pointsInCell)
                .prepare(buffers -> new NeighboursRun(buffers, Spread.EVEN, method, n, pointsInCell));
    }

    private static BenchCase.Builder of(Spread spread, String method, int n) {
        return BenchCase.of("neighbours", spread.caseName(), method)
                .type(ElementType.FLOAT)
                .shape(n)
                .cells(n)
                .bytes(n * (6.0 * Float.BYTES + Integer.BYTES + Float.BYTES));
    }
}
