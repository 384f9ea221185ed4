package org.plegma.bench.rewrite;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.plegma.device.Session;
import org.plegma.measure.campaign.Figures;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.optimise.Catalogue;
import org.plegma.rewrite.optimise.Chain;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.Computations;
import org.plegma.rewrite.optimise.DeviceRuns;
import org.plegma.rewrite.optimise.Optimiser;
import org.plegma.rewrite.optimise.Search;
import org.plegma.rewrite.optimise.SearchResult;
import org.plegma.rewrite.optimise.rules.Optimisation;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * The tables of Doroshenko and Zhereb (2009) made again: the parallel sum and the bitonic sort, optimisation by optimisation,
 * beside one thread of Java on the same machine. A value that is kept as JSON.
 *
 * @param device the device
 * @param driver its driver
 * @param processor the processor on which Java ran
 * @param sum the sum of floats
 * @param sort the sort of ints
 * @param search what a search by time looked at for the sum; empty if there was none
 * @param orders the sum in the paper's order beside the orders that searches found, timed in one run
 */
public record PaperTables(
        String device,
        String driver,
        String processor,
        Times sum,
        Times sort,
        List<SearchResult.Candidate> search,
        List<Order> orders) {
    /** The optimisations of the sum, in the paper's order, and two that came later. */
    public static final List<String> SUM = List.of(
            "global-to-local",
            "contiguous-threads",
            "sequential-addressing",
            "first-add-on-load",
            "unroll-steps",
            "many-adds-on-load",
            "vector-loads");
    /** The optimisations of the sort. */
    public static final List<String> SORT = List.of("pairs-only", "steps-in-local-memory");

    /** How many of {@link #SUM} are the paper's own. */
    static final int PAPERS_OWN = 5;
    /** The model looks at a problem of this size, which fills a GPU. */
    static final long MODELLED = 1 << 20;

    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .serializeSpecialFloatingPointValues()
            .create();

    /**
     * Times of one computation.
     *
     * @param size elements
     * @param javaSeconds the same algorithm in one thread of Java
     * @param librarySeconds the best that Java's library does in one thread; NaN if it has nothing for this
     * @param steps the steps
     */
    public record Times(long size, double javaSeconds, double librarySeconds, List<Line> steps) {
        /** The time after the last step. */
        public double best() {
            return steps.get(steps.size() - 1).seconds();
        }

        /** A row for Java and each step: the time, and how many times faster it is than one thread of Java. */
        public Table table() {
            StringColumn names = StringColumn.create("step");
            DoubleColumn times = DoubleColumn.create("ms");
            DoubleColumn faster = DoubleColumn.create("times faster than Java");
            names.append("Java, 1 thread");
            times.append(1e3 * javaSeconds);
            faster.append(1);
            if (!Double.isNaN(librarySeconds)) {
                names.append("Arrays.sort, 1 thread");
                times.append(1e3 * librarySeconds);
                faster.append(javaSeconds / librarySeconds);
            }
            for (Line line : steps) {
                names.append(line.step() + (line.verdict().equals("undone") ? " (undone)" : ""));
                times.append(1e3 * line.seconds());
                faster.append(javaSeconds / line.seconds());
            }
            return Figures.of(Table.create(String.format(Locale.ROOT, "%,d elements", size), names, times, faster));
        }
    }

    /** A step: its name, whether it was kept, the time after it. */
    public record Line(String step, String verdict, double seconds) {}

    /**
     * An order of optimisations, proven like all others.
     *
     * @param name who made it
     * @param sequence the optimisations
     * @param cost what the model estimates for 2²⁰ elements
     * @param seconds the median time
     */
    public record Order(String name, List<String> sequence, double cost, double seconds) {}

    public PaperTables {
        search = List.copyOf(search);
        orders = orders == null ? List.of() : List.copyOf(orders); // older records have none
    }

    /** Measures both tables and searches. @param searchSize elements of the sum in the search, 0 for no search */
    public static PaperTables measure(Session session, long sumSize, long sortSize, long searchSize, int runs) {
        Optimiser optimiser = Optimiser.on(session).runs(runs);
        Chain sum = optimiser.timedAt(sumSize).apply(Computations.sum(), named(SUM));
        Chain sort = optimiser.timedAt(sortSize).apply(Computations.bitonicSort(), named(SORT));
        Optional<SearchResult> search = searchSize == 0
                ? Optional.empty()
                : Optional.of(Search.on(session).timedAt(searchSize).run(Computations.sum(), Catalogue.all()));
        return new PaperTables(
                session.device().name(),
                session.device().driverVersion(),
                cpu(),
                new Times(sumSize, javaSum(sumSize, runs), Double.NaN, lines(sum)),
                new Times(sortSize, javaSort(sortSize, false), javaSort(sortSize, true), lines(sort)),
                search.map(SearchResult::tried).orElse(List.of()),
                orders(session, sumSize, search, runs));
    }

    /** The orders of the sum in one run, each result compared with that of the start. */
    private static List<Order> orders(Session session, long size, Optional<SearchResult> search, int runs) {
        Map<String, List<String>> sequences = new LinkedHashMap<>();
        sequences.put("start", List.of());
        sequences.put("the paper's order", SUM.subList(0, PAPERS_OWN));
        sequences.put("and what came later", SUM);
        sequences.put("found by the model", searchByModel(session, 100).best().sequence());
        search.ifPresent(found -> sequences.put("found by time", found.best().sequence()));
        Computation start = Computations.sum();
        List<Order> orders = new ArrayList<>();
        try (DeviceRuns device = new DeviceRuns(session, start, size, 1)) {
            Map<String, Object> expected = device.results(start);
            sequences.forEach((name, sequence) -> {
                Computation variant = after(start, sequence);
                String difference = start.difference(expected, device.results(variant));
                if (!difference.isEmpty()) {
                    throw new IllegalStateException(name + " " + sequence + " is wrong: " + difference);
                }
                orders.add(new Order(name, sequence, variant.cost(MODELLED), device.seconds(variant, runs)));
            });
        }
        return orders;
    }

    /** What the model alone finds for the sum, looking at so many programs. */
    static SearchResult searchByModel(Session session, int budget) {
        return Search.on(session)
                .width(1)
                .budget(budget)
                .modelledAt(MODELLED)
                .run(Computations.sum().sizes(600), Catalogue.all());
    }

    /** The computation after some optimisations, which must all fit. */
    static Computation after(Computation start, List<String> sequence) {
        Computation made = start;
        for (Optimisation each : named(sequence)) {
            Trace trace = each.rules().apply(made.unit());
            if (trace.steps().isEmpty()) {
                throw new IllegalArgumentException(each.name() + " does not fit after those before it.");
            }
            made = made.with(trace.result());
        }
        return made;
    }

    private static List<Optimisation> named(List<String> names) {
        return Catalogue.of(names.toArray(String[]::new));
    }

    private static List<Line> lines(Chain chain) {
        return chain.stages().stream()
                .map(stage -> new Line(stage.name(), stage.verdict().toString(), stage.seconds()))
                .toList();
    }

    /** The array that the sum reads, or that the sort sorts. */
    static Object x(Map<String, Object> values) {
        return Objects.requireNonNull(values.get("x"), "x");
    }

    private static double javaSum(long size, int runs) {
        float[] x = (float[]) x(Computations.sum().values(size, 1));
        double[] seconds = new double[runs];
        float total = 0;
        for (int i = 0; i < runs; i++) {
            long start = System.nanoTime();
            float sum = 0;
            for (float each : x) {
                sum += each;
            }
            seconds[i] = (System.nanoTime() - start) * 1e-9;
            total += sum;
        }
        if (!(total > 0)) {
            throw new IllegalStateException("The sum of positive numbers is " + total + ".");
        }
        Arrays.sort(seconds);
        return seconds[runs / 2];
    }

    /** The second of two runs, so that the code is compiled. */
    private static double javaSort(long size, boolean library) {
        double seconds = 0;
        for (long n : new long[] {Math.min(size, 1 << 14), size}) {
            int[] x = (int[]) x(Computations.bitonicSort().values(n, 1));
            long start = System.nanoTime();
            if (library) {
                Arrays.sort(x);
            } else {
                bitonic(x);
            }
            seconds = (System.nanoTime() - start) * 1e-9;
            for (int i = 1; i < x.length; i++) {
                if (x[i - 1] > x[i]) {
                    throw new IllegalStateException("The sort in Java is wrong.");
                }
            }
        }
        return seconds;
    }

    /** The loops from which the kernels come. */
    private static void bitonic(int[] x) {
        for (int k = 2; k <= x.length; k *= 2) {
            for (int j = k / 2; j > 0; j /= 2) {
                exchange(x, k, j);
            }
        }
    }

    private static void exchange(int[] x, int k, int j) {
        for (int i = 0; i < x.length; i++) {
            int p = i ^ j;
            if (p > i) {
                int a = x[i];
                int b = x[p];
                if (a > b == ((i & k) == 0)) {
                    x[i] = b;
                    x[p] = a;
                }
            }
        }
    }

    private static String cpu() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.replaceFirst(".*:\\s*", ""))
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    /**
     * What the paper reports of the sum, as ratios, since its size and its machine differ from ours: the time before all rules over that
     * after each step.
     */
    public Table besidePaper() {
        StringColumn figures = StringColumn.create("figure");
        StringColumn places = StringColumn.create("here");
        DoubleColumn theirs = DoubleColumn.create("published");
        DoubleColumn ours = DoubleColumn.create("ours");
        double[] paper = {625, 300, 186, 77, 44, 30};
        for (int i = 1; i < paper.length; i++) {
            figures.append("sum, " + paper[0] + " / " + paper[i] + " ms: " + SUM.get(i - 1));
            places.append("Parallel sum");
            theirs.append(paper[0] / paper[i]);
            ours.append(sum.steps().get(0).seconds() / after(i));
        }
        figures.append("sum, 578 / 30 ms: one thread over all rules of the paper");
        places.append("Parallel sum");
        theirs.append(578.0 / 30);
        ours.append(sum.javaSeconds() / after(PAPERS_OWN));
        DoubleColumn ratio = ours.divide(theirs).setName("ours / published");
        return Figures.of(Table.create("The paper's figures, and ours", figures, places, theirs, ours, ratio));
    }

    /** The sum's time after so many of its steps. */
    private double after(int steps) {
        return sum.steps().stream()
                .filter(line -> line.step().equals(SUM.get(steps - 1)))
                .mapToDouble(Line::seconds)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** What the search looked at. */
    public Table searchTable() {
        return SearchResult.table("ms", search);
    }

    /** The orders beside one another. */
    public Table ordersTable() {
        StringColumn names = StringColumn.create("order of the sum");
        DoubleColumn costs = DoubleColumn.create("cost by the model");
        DoubleColumn times = DoubleColumn.create("ms");
        StringColumn sequences = StringColumn.create("sequence");
        for (Order order : orders) {
            names.append(order.name());
            costs.append(order.cost());
            times.append(1e3 * order.seconds());
            sequences.append(String.join(", ", order.sequence()));
        }
        return Figures.of(Table.create(
                String.format(Locale.ROOT, "%s, %,d elements", device, sum.size()), names, costs, times, sequences));
    }

    /** Writes it as JSON. */
    public void save(Path file) {
        try {
            Files.writeString(file, GSON.toJson(this) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what {@link #save} wrote. */
    public static PaperTables load(Path file) {
        try {
            return GSON.fromJson(Files.readString(file), PaperTables.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
