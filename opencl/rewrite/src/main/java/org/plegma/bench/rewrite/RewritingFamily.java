package org.plegma.bench.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Trial;
import org.plegma.rewrite.optimise.Catalogue;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.optimise.DeviceRuns;
import org.plegma.rewrite.optimise.Search;

/**
 * The bench family {@code rewriting}: the paper's sum and sort, before all rules, in the paper's order of rules, and in the
 * orders that a search finds by the model and by time.
 */
public final class RewritingFamily implements BenchFamily {

    @Override
    public String name() {
        return "rewriting";
    }

    @Override
    public String description() {
        return "A parallel sum and a bitonic sort after rewriting rules, in the paper's order and in those found by"
                + " search.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Device.Kind.CPU;
        return cpu ? cases(1 << 20, 1 << 18, 1 << 14, 100) : cases(1 << 28, 1 << 26, 1 << 24, 100);
    }

    /**
     * The cases at other sizes.
     *
     * @param tried elements of the sum in the search by time
     * @param budget programs that each search looks at
     */
    static List<BenchCase> cases(int sum, int tried, int sort, int budget) {
        List<BenchCase> cases = new ArrayList<>();
        cases.add(sum(sum, "start", session -> List.of()));
        cases.add(sum(sum, "paper", session -> PaperTables.SUM.subList(0, PaperTables.PAPERS_OWN)));
        cases.add(sum(sum, "paper and later", session -> PaperTables.SUM));
        cases.add(sum(sum, "found by model", session -> PaperTables.searchByModel(session, budget)
                .best()
                .sequence()));
        cases.add(sum(sum, "found by time", session -> Search.on(session)
                .timedAt(tried)
                .budget(budget)
                .run(Computations.sum(), Catalogue.all())
                .best()
                .sequence()));
        cases.add(sort("rewriting", sort, "start", List.of()));
        cases.add(sort("rewriting", sort, "all rules", PaperTables.SORT));
        return cases;
    }

    private static BenchCase sum(int n, String method, Function<Session, List<String>> sequence) {
        return BenchCase.of("rewriting", "sum", method)
                .type(ElementType.FLOAT)
                .shape(n)
                .flops(n)
                .bytes(4.0 * n)
                .cells(n)
                .tolerance(Computations.sum().tolerance())
                .inCache() // one set of arrays: on GPUs they are larger than any cache
                .prepare(buffers -> {
                    Computation start = Computations.sum();
                    Computation variant = PaperTables.after(start, sequence.apply(buffers.session()));
                    return trial(new DeviceRuns(buffers.session(), start, n, 1), variant, runs -> {
                        double expected = 0;
                        for (float each : (float[]) PaperTables.x(runs.values())) {
                            expected += each;
                        }
                        return Math.abs(((float[]) runs.contents("result"))[0] - expected) / expected;
                    });
                });
    }

    static BenchCase sort(String family, int n, String method, List<String> sequence) {
        return BenchCase.of(family, "bitonic sort", method)
                .type(ElementType.INT)
                .shape(n)
                .bytes(8.0 * n)
                .cells(n)
                .inCache()
                .prepare(buffers -> {
                    Computation start = Computations.bitonicSort();
                    Computation variant = PaperTables.after(start, sequence);
                    return trial(new DeviceRuns(buffers.session(), start, n, 1), variant, runs -> {
                        int[] expected = ((int[]) PaperTables.x(runs.values())).clone();
                        Arrays.sort(expected);
                        int wrong = Arrays.mismatch(expected, (int[]) runs.contents("x"));
                        return wrong < 0 ? 0 : 1;
                    });
                });
    }

    private static Trial trial(DeviceRuns runs, Computation variant, ToDoubleFunction<DeviceRuns> error) {
        Supplier<List<Event>> commands = runs.ready(variant);
        return new Trial() {
            @Override
            public List<Event> run() {
                return commands.get();
            }

            @Override
            public double error() {
                return error.applyAsDouble(runs);
            }

            @Override
            public void close() {
                runs.close();
            }
        };
    }
}
