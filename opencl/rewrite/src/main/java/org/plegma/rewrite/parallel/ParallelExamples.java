package org.plegma.rewrite.parallel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.program.KernelCase;

/** Sequential programs that are made parallel, each from its text in Java. */
public final class ParallelExamples {
    private ParallelExamples() {}

    /**
     * A program and random data for it.
     *
     * @param types of its variables
     * @param options without which it is refused
     * @param data by a size: elements, rows or bodies
     */
    public record Example(
            String name, String java, Map<String, String> types, ParallelCode.Options options, KernelCase.Data data) {

        /** Its parallel form. */
        public ParallelCode parallel() {
            return ParallelCode.of(name.replace('-', '_'), java, types, List.of(), options);
        }

        /** The Java itself, compiled: changes arrays in place and puts new values of variables into the map. */
        public java.util.function.Consumer<Map<String, Object>> sequential() {
            return new JavaOriginal(parallel());
        }

        private Example with(ParallelCode.Options other) {
            return new Example(name, java, types, other, data);
        }

        /** The same without options. */
        public Example strict() {
            return with(new ParallelCode.Options(false, false));
        }

        /** Its parallel form as a computation, from which rules that optimise kernels go on. */
        public Computation computation() {
            return parallel().computation(data);
        }

        /** The kernel of the first loop, with data and the Java for it: for rules that optimise it. */
        public KernelCase kernelCase() {
            return new KernelCase(name, parallel().programs().get(0), data, sequential());
        }
    }

    /** All of them. */
    public static List<Example> all() {
        return List.of(
                sum(),
                dotProduct(),
                bitonicSort(),
                prefixScan(),
                matrixProduct(),
                jacobi(),
                nBody(),
                mandelbrot(),
                histogram());
    }

    /** The sum of n floats. */
    public static Example sum() {
        return example("sum", Map.of("x", "float[]"), (n, random) -> map("x", floats(n, random)));
    }

    /** The largest of n floats, by comparing. */
    static Example largest() {
        return new Example(
                "largest",
                "float m = Float.NEGATIVE_INFINITY;\nfor (int i = 0; i < x.length; i++) {\n    if (x[i] > m) {\n        m = x[i];\n    }\n}\n",
                Map.of("x", "float[]"),
                new ParallelCode.Options(false, false),
                (n, seed) -> map("x", floats(n, new Random(seed))));
    }

    /** The dot product of two vectors of n doubles. */
    public static Example dotProduct() {
        return example(
                "dot-product",
                Map.of("x", "double[]", "y", "double[]"),
                (n, random) -> map("x", doubles(n, random), "y", doubles(n, random)));
    }

    /** Sorts n ints by Batcher's network; n is rounded up to a power of two. */
    public static Example bitonicSort() {
        return example("bitonic-sort", Map.of("a", "int[]", "n", "int"), (size, random) -> {
            int n = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * size - 1)));
            return map("a", ints(n, random), "n", n);
        });
    }

    /** The bitonic sort of n ints as Doroshenko and Zhereb print it; n is rounded up to a power of two. */
    public static Example paperSort() {
        return example(
                "paper-sort",
                Map.of("toSort", "int[]"),
                (size, random) ->
                        map("toSort", ints(Math.max(1, Integer.highestOneBit(Math.max(1, 2 * size - 1))), random)));
    }

    /** Sums of all beginnings of a row of n ints. */
    public static Example prefixScan() {
        return example(
                "prefix-scan",
                Map.of("x", "int[]", "y", "int[]"),
                (n, random) -> map("x", ints(n, random), "y", new int[n]));
    }

    /** A product of matrices of n rows; the inner length is n + 3, the columns 2n + 1. */
    public static Example matrixProduct() {
        return example(
                "matrix-product",
                Map.of("a", "float[][]", "b", "float[][]", "c", "float[][]"),
                (n, random) -> map(
                        "a",
                        rows(n, n + 3, random),
                        "b",
                        rows(n + 3, 2 * n + 1, random),
                        "c",
                        new float[n][2 * n + 1]));
    }

    /** Five steps of Jacobi's method on n by n + 2 doubles. */
    public static Example jacobi() {
        return example(
                "jacobi",
                Map.of("u", "double[]", "v", "double[]", "rows", "int", "columns", "int", "steps", "int"),
                (n, random) -> {
                    double[] u = doubles(n * (n + 2), random);
                    return map("u", u, "v", u.clone(), "rows", n, "columns", n + 2, "steps", 5);
                });
    }

    /** A step of n bodies under gravity. */
    public static Example nBody() {
        Map<String, String> types =
                new HashMap<>(Map.of("n", "int", "dt", "float", "softening", "float", "m", "float[]"));
        List.of("px", "py", "pz", "vx", "vy", "vz").forEach(array -> types.put(array, "float[]"));
        return example("n-body", types, (n, random) -> {
            Map<String, Object> values = map("n", n, "dt", 0.01f, "softening", 0.01f, "m", floats(n, random));
            List.of("px", "py", "pz", "vx", "vy", "vz").forEach(array -> values.put(array, floats(n, random)));
            return values;
        });
    }

    /** The Mandelbrot set on n rows of n + n/2 points, with at most 200 iterations. */
    public static Example mandelbrot() {
        return example(
                "mandelbrot",
                Map.of("out", "int[]", "width", "int", "height", "int", "limit", "int"),
                (n, random) -> map("out", new int[n * (n + n / 2)], "width", n + n / 2, "height", n, "limit", 200));
    }

    /** How often each byte is in n ints. Iterations meet in a bin, so the additions have to be atomic. */
    public static Example histogram() {
        return example(
                        "histogram",
                        Map.of("data", "int[]", "bins", "int[]"),
                        (n, random) -> map("data", ints(n, random), "bins", new int[256]))
                .with(new ParallelCode.Options(false, true));
    }

    private interface Values {
        Map<String, Object> of(int size, Random random);
    }

    private static Example example(String name, Map<String, String> types, Values values) {
        return new Example(
                name,
                text(name),
                types,
                new ParallelCode.Options(false, false),
                (size, seed) -> values.of(size, new Random(seed)));
    }

    private static String text(String name) {
        try (InputStream in = ParallelExamples.class.getResourceAsStream(name + ".java.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    private static float[] floats(int n, Random random) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextFloat();
        }
        return x;
    }

    private static float[][] rows(int rows, int columns, Random random) {
        float[][] x = new float[rows][];
        for (int i = 0; i < rows; i++) {
            x[i] = floats(columns, random);
        }
        return x;
    }

    private static double[] doubles(int n, Random random) {
        return random.doubles(n).toArray();
    }

    private static int[] ints(int n, Random random) {
        return random.ints(n).toArray();
    }
}
