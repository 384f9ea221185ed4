package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Trial;
import org.plegma.rewrite.parallel.ParallelExamples.Example;
import org.plegma.rewrite.parallel.launch.CompiledKernels;

/**
 * The bench family {@code parallel}: Java loops in one thread, the kernels that they became, and the same with all copies
 * between host and device. What a device computes is compared with what Java does; sums are of doubles, for a sum of so many
 * floats is wrong in Java. Java's time has the copying of the arrays that it changes in it, which is a thousandth of it at most.
 */
public final class ParallelFamily implements BenchFamily {

    /**
     * An example at a size.
     *
     * @param bytes that the kernels must move at least
     * @param flops that the loop does, as it is written
     */
    private record Sized(Example example, int size, ElementType type, double bytes, double flops) {}

    @Override
    public String name() {
        return "parallel";
    }

    @Override
    public String description() {
        return "Java loops in one thread, and as the kernels that %%parallel makes of them, without and with copies.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        return cases(device.kind() == Device.Kind.CPU ? Sizes.CPU : Sizes.GPU);
    }

    /** How large the examples are. */
    record Sizes(int elements, int bodies, int height, int rows, int sorted) {
        static final Sizes CPU = new Sizes(1 << 22, 1 << 13, 1000, 300, 1 << 16);
        static final Sizes GPU = new Sizes(1 << 26, 1 << 15, 2000, 800, 1 << 22);
    }

    static List<BenchCase> cases(Sizes sizes) {
        double n = sizes.elements;
        double bodies = sizes.bodies;
        double points = sizes.height * (sizes.height * 1.5);
        double rows = sizes.rows;
        double matrices = rows * (rows + 3) + (rows + 3) * (2 * rows + 1) + rows * (2 * rows + 1);
        double products = rows * (rows + 3) * (2 * rows + 1);
        List<Sized> all = List.of(
                new Sized(ParallelExamples.dotProduct(), sizes.elements, ElementType.DOUBLE, 16 * n, 2 * n),
                new Sized(ParallelExamples.largest(), sizes.elements, ElementType.FLOAT, 4 * n, n),
                new Sized(ParallelExamples.histogram(), sizes.elements, ElementType.INT, 4 * n, Double.NaN),
                new Sized(ParallelExamples.nBody(), sizes.bodies, ElementType.FLOAT, 64 * bodies, 20 * bodies * bodies),
                new Sized(ParallelExamples.mandelbrot(), sizes.height, ElementType.DOUBLE, 4 * points, Double.NaN),
                new Sized(ParallelExamples.matrixProduct(), sizes.rows, ElementType.FLOAT, 4 * matrices, 2 * products),
                new Sized(
                        ParallelExamples.bitonicSort(), sizes.sorted, ElementType.INT, 8.0 * sizes.sorted, Double.NaN));
        return cases("parallel", all);
    }

    /** The paper's bitonic sort of so many ints, in one thread of Java and as the kernels that it becomes. */
    public static List<BenchCase> paperSort(String family, int size) {
        return cases(
                family,
                List.of(new Sized(ParallelExamples.paperSort(), size, ElementType.INT, 8.0 * size, Double.NaN)));
    }

    private static List<BenchCase> cases(String family, List<Sized> all) {
        List<BenchCase> cases = new ArrayList<>();
        for (Sized each : all) {
            cases.add(benchCase(family, each, "Java, 1 thread", (program, session) -> new InJava(program)));
            cases.add(benchCase(family, each, "kernels", (program, session) -> new OnDevice(program, session, false)));
            cases.add(
                    benchCase(family, each, "with copies", (program, session) -> new OnDevice(program, session, true)));
        }
        return cases;
    }

    private interface Made {
        Trial of(Program program, Session session);
    }

    private static BenchCase benchCase(String family, Sized sized, String method, Made made) {
        return BenchCase.of(family, sized.example.name(), method)
                .type(sized.type)
                .shape(sized.size)
                .bytes(sized.bytes)
                .flops(sized.flops)
                .cells(sized.size)
                .tolerance(Double.MAX_VALUE) // what differs too much is infinitely far away
                .inCache()
                .prepare(buffers -> made.of(new Program(sized), buffers.session()));
    }

    /** The loop and its data. */
    private static final class Program {
        final ParallelCode code;
        final Consumer<Map<String, Object>> java;
        final Map<String, Object> values;

        Program(Sized sized) {
            this.code = sized.example.parallel();
            this.java = sized.example.sequential();
            this.values = sized.example.data().of(sized.size, 1);
        }

        /** The values with copies of the arrays that are changed. */
        Map<String, Object> fresh() {
            return JavaValues.copy(values, code.changedArrays());
        }
    }

    private record InJava(Program program) implements Trial {
        @Override
        public List<Event> run() {
            program.java.accept(program.fresh());
            return List.of();
        }

        @Override
        public double error() {
            return 0;
        }

        @Override
        public boolean isChecked() {
            return false; // the others are compared with it
        }
    }

    private static final class OnDevice implements Trial {
        private final Program program;
        private final Session session;
        private final boolean copies;
        private final CompiledKernels compiled;
        private final Map<String, Object> expected;
        private Optional<Map<String, Object>> found = Optional.empty();

        /** @param copies whether all that the host does counts, not the kernels alone */
        OnDevice(Program program, Session session, boolean copies) {
            this.program = program;
            this.session = session;
            this.copies = copies;
            this.compiled = new CompiledKernels(session);
            this.expected = program.fresh();
            program.java.accept(expected);
        }

        @Override
        public List<Event> run() {
            Map<String, Object> values = program.fresh();
            found = Optional.of(values);
            try (HostRun run = new HostRun(session, program.code, compiled, values)) {
                run.run();
                return copies ? List.of() : run.events();
            }
        }

        @Override
        public double error() {
            double most = 0;
            Map<String, Object> values = found.orElseThrow(() -> new IllegalStateException("It has not run."));
            for (LoopComparison.Row row : LoopComparison.rows(program.code, expected, values)) {
                most = row.first().isEmpty() ? Math.max(most, row.difference()) : Double.POSITIVE_INFINITY;
            }
            return most;
        }

        @Override
        public void close() {
            compiled.close();
        }
    }
}
