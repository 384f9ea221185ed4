package org.plegma.bench.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Trial;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.parallel.ParallelFamily;

/**
 * The bench family {@code paper-sort}: the bitonic sort of Doroshenko and Zhereb (2009) over the sizes of their table, 2²⁰ to 2²⁴
 * ints, in one thread of Java, as the kernels that {@code %%parallel} makes of it, without and with copies, after all rules, and
 * beside {@code Arrays.sort}.
 */
public final class PaperSortFamily implements BenchFamily {
    private static final String NAME = "paper-sort";
    private static final int FIRST = 20;
    private static final int LAST = 24;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "The bitonic sort of a paper on rewriting, 2^20 to 2^24 ints, in Java, as kernels, after all rules.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        return cases(FIRST, LAST);
    }

    /** The cases from one power of two to another. */
    static List<BenchCase> cases(int first, int last) {
        List<BenchCase> cases = new ArrayList<>();
        for (int power = first; power <= last; power++) {
            int n = 1 << power;
            cases.addAll(ParallelFamily.paperSort(NAME, n));
            cases.add(library(n));
            cases.add(RewritingFamily.sort(NAME, n, "all rules", PaperTables.SORT));
        }
        return cases;
    }

    private static BenchCase library(int n) {
        return BenchCase.of(NAME, "bitonic sort", "Arrays.sort")
                .type(ElementType.INT)
                .shape(n)
                .bytes(8.0 * n)
                .cells(n)
                .inCache()
                .prepare(buffers -> new LibrarySort(
                        (int[]) PaperTables.x(Computations.bitonicSort().values(n, 1))));
    }

    private static final class LibrarySort implements Trial {
        private final int[] values;
        private int[] sorted;

        LibrarySort(int[] values) {
            this.values = values;
            this.sorted = values;
        }

        @Override
        public List<Event> run() {
            sorted = values.clone();
            Arrays.sort(sorted);
            return List.of();
        }

        @Override
        public double error() {
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i - 1] > sorted[i]) {
                    return 1;
                }
            }
            return 0;
        }
    }
}
