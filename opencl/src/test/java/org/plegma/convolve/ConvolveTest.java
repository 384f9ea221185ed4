package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Workshop;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;

class ConvolveTest {
    private static final List<Boundary> BOUNDARIES = List.of(
            Boundary.ZERO,
            Boundary.constant(1.5),
            Boundary.REFLECT,
            Boundary.MIRROR,
            Boundary.NEAREST,
            Boundary.PERIODIC);

    private static Session session;
    private static List<Convolve> kinds;

    @BeforeAll
    static void open() {
        session = Session.open();
        kinds = List.of(Convolve.of(new Workshop(session, true)), Convolve.of(new Workshop(session, false)));
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Grid random(long seed, ElementType type, int... shape) {
        return Grid.random(type, seed, shape);
    }

    private static Filter separable(long seed, int[] shape) {
        double[][] factors = new double[shape.length][];
        for (int axis = 0; axis < shape.length; axis++) {
            factors[axis] = random(seed + axis, ElementType.DOUBLE, shape[axis]).doubles();
        }
        return Filter.separable(factors);
    }

    private static void check(
            Convolve convolve, String method, Grid image, Filter filter, Mode mode, Boundary boundary) {
        Grid values = filter.values();
        double bound = Definition.bound(image, values, boundary, image.type());
        Convolve with = convolve.mode(mode).boundary(boundary).method(method);
        String what = with + " " + image + " by " + filter;
        Grid expected = Definition.convolve(image, values, mode, boundary);
        Grid found = with.convolve(image, filter);
        assertArrayEquals(expected.shape(), found.shape(), what);
        assertEquals(0, expected.maxAbsDifference(found.to(ElementType.DOUBLE)), bound, what);
    }

    /** Images and filters; sizes along y that share code. */
    private static final int[][][] SHAPES = {
        {{40}, {9}},
        {{700}, {50}},
        {{7}, {20}},
        {{1}, {1}},
        {{5}, {4}},
        {{21, 37}, {3, 5}},
        {{30, 64}, {7, 4}},
        {{6, 5}, {20, 18}},
        {{1, 1}, {3, 2}},
        {{40, 70}, {20, 2}},
        {{3, 50}, {3, 1}},
        {{9, 6, 7}, {3, 2, 4}},
        {{2, 3, 4}, {5, 3, 1}},
        {{5, 30, 2}, {1, 20, 3}}
    };

    @Test
    void everyMethodIsTheDefinition() {
        Random random = new Random(1);
        Set<String> computed = new HashSet<>();
        for (int i = 0; i < SHAPES.length; i++) {
            for (int j = 0; j < 2; j++) {
                Boundary boundary = BOUNDARIES.get((2 * i + j) % BOUNDARIES.size());
                ElementType type = random.nextInt(3) == 0 ? ElementType.DOUBLE : ElementType.FLOAT;
                Grid image = random(random.nextInt(), type, SHAPES[i][0]);
                Filter filter = separable(random.nextInt(), SHAPES[i][1]);
                Mode mode = Mode.values()[random.nextInt(2)];
                // Code for GPUs is compiled for each filter.
                for (Convolve kind : kinds.subList(0, 2 - j)) {
                    for (String method : ConvolutionMethods.names()) {
                        if (isRightOrRefused(kind, method, image, filter, mode, boundary)) {
                            computed.add(method);
                        }
                    }
                }
            }
        }
        assertEquals(Set.copyOf(ConvolutionMethods.names()), computed);
    }

    /** Some methods do not compute everything, but then they say so. */
    private static boolean isRightOrRefused(
            Convolve kind, String method, Grid image, Filter filter, Mode mode, Boundary boundary) {
        try {
            check(kind, method, image, filter, mode, boundary);
            return true;
        } catch (IllegalArgumentException refused) {
            assertTrue(refused.getMessage().startsWith("The method " + method), refused::getMessage);
            return false;
        }
    }

    /** An axis of one cell, all of whose neighbours are beyond an edge, many times its size away. */
    @Test
    void everyBoundaryOfOneCell() {
        Filter filter = separable(2, new int[] {5, 9});
        for (Boundary boundary : BOUNDARIES) {
            for (int[] shape : new int[][] {{1, 6}, {3, 1}}) {
                check(kinds.get(0), "direct", random(1, ElementType.FLOAT, shape), filter, Mode.SAME, boundary);
            }
        }
    }

    /** An origin along an axis of one tap moves all: as two more taps do that are 0. */
    @Test
    void originsAlongAxesOfOneTap() {
        for (int[][] shapes : new int[][][] {{{5, 8, 4}, {4, 1, 1}}, {{1, 8, 5}, {1, 3, 1}}, {{1, 1, 16}, {1, 1, 3}}}) {
            int[] one = shapes[1];
            int[] wide = Arrays.stream(one).map(taps -> taps == 1 ? 3 : taps).toArray();
            int[] origin = Arrays.stream(one).map(taps -> taps == 1 ? 1 : 0).toArray();
            Grid taps = random(1, ElementType.DOUBLE, one);
            Grid padded = Grid.zeros(ElementType.DOUBLE, wide);
            for (int i = 0; i < taps.length(); i++) {
                padded.set(taps.at(i), one[0] == 1 ? 0 : i, one[1] == 1 ? 0 : i, one[2] == 1 ? 0 : i);
            }
            Grid image = random(2, ElementType.DOUBLE, shapes[0]);
            for (Boundary boundary : BOUNDARIES) {
                Grid expected = Definition.convolve(image, padded, Mode.SAME, boundary);
                for (String method : List.of("direct", "separable", "stencil", "fft")) {
                    Convolve moved =
                            kinds.get(0).boundary(boundary).method(method).origin(origin);
                    Grid found = moved.convolve(image, Filter.of(taps));
                    assertEquals(0, expected.maxAbsDifference(found), 1e-12, moved + " " + Arrays.toString(one));
                }
            }
        }
    }

    /** So wide that there are more groups across than a group has work-items, and with groups away from the other edges. */
    @Test
    void edgesOfWideImages() {
        Grid image = random(1, ElementType.FLOAT, 1, 70, 1100);
        Filter filter = separable(2, new int[] {2, 3, 3});
        check(kinds.get(1), "direct", image, filter, Mode.SAME, Boundary.NEAREST);
    }

    /** What lies beyond the edges is put in its place before anything is added: a padded image has the same result. */
    @Test
    void edgesHaveTheBitsOfTheInside() {
        Convolve gpu = kinds.get(1).boundary(Boundary.PERIODIC);
        for (int[] shape : new int[][] {{23, 48}, {40, 61}}) {
            int ny = shape[0];
            int nx = shape[1];
            Grid image = random(5, ElementType.FLOAT, shape);
            Grid padded = Grid.generate(
                    ElementType.FLOAT,
                    at -> image.get(Math.floorMod(at[0] - 3, ny), Math.floorMod(at[1] - 4, nx)),
                    ny + 6,
                    nx + 8);
            Filter filter = separable(6, new int[] {7, 9});
            for (String method : List.of("direct", "separable")) {
                Convolve by = gpu.method(method);
                assertEquals(
                        by.mode(Mode.VALID).convolve(padded, filter),
                        by.mode(Mode.SAME).convolve(image, filter),
                        method);
            }
        }
    }

    @Test
    void autoChoosesAMethodThatIsNotSlowerThanTheOthersByItsOwnTimes() {
        ConvolutionExplanation explanation = kinds.get(0).explain(ElementType.FLOAT, Filter.gaussian(2, 2), 300, 200);
        assertEquals(explanation.method(), explanation.rows().get(0).method());
        assertTrue(explanation.rows().size() >= 3, explanation.toString());
        XYChart crossover = explanation.crossover();
        assertTrue(crossover.getSeriesCollection().size() >= 3);
        List<String> lines = List.of("direct", "separable", "fft");
        for (var row : explanation.rows()) {
            int line = lines.indexOf(row.method().replaceAll("\\(.*", ""));
            if (row.measured().isPresent() && line >= 0) {
                assertEquals(
                        crossover.getStyler().getSeriesColors()[line],
                        crossover.getSeries(row.method() + " measured").getMarkerColor(),
                        "a point has the colour of its line");
            }
        }
        Grid image = random(3, ElementType.FLOAT, 300, 200);
        assertEquals(
                0,
                kinds.get(0)
                        .convolve(image, Filter.gaussian(2, 2))
                        .maxAbsDifference(
                                kinds.get(0).method(explanation.method()).convolve(image, Filter.gaussian(2, 2))));
    }

    private static void assertMessage(String expected, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void whatMakesNoSenseIsRefusedWithTheReason() {
        Convolve convolve = kinds.get(0);
        Grid image = random(1, ElementType.FLOAT, 4, 5);
        assertMessage("same number of axes", () -> convolve.convolve(image, Filter.gaussian(1, 1)));
        assertMessage("filter of 3x3 taps is not separable", () -> convolve.method("separable")
                .convolve(image, Filter.laplacian(2)));
        assertMessage("Unknown method 'fast'", () -> convolve.method("fast"));
        assertMessage("Unknown method 'fft(0)'", () -> convolve.method("fft(0)"));
        assertMessage("Unknown mode", () -> convolve.mode("most"));
        assertMessage(
                "Unknown boundary 'refelct'. Known are zero, constant(v), periodic, reflect, mirror and nearest.",
                () -> convolve.boundary("refelct"));
        assertMessage("no boundary 'fixed'", () -> convolve.boundary("fixed"));
        assertMessage("in float or double", () -> convolve.convolve(Grid.ints(3, 3), Filter.laplacian(2)));
        assertMessage(
                "at least as large as", () -> convolve.mode(Mode.VALID).convolve(image, Filter.of(Grid.doubles(2, 9))));
        assertMessage("too small for a filter", () -> convolve.method("fft(8)")
                .convolve(random(1, ElementType.FLOAT, 40, 40), Filter.box(2, 4)));
        assertMessage("would give 2147483655 cells along an axis", () -> convolve.mode("full")
                .plan(ElementType.FLOAT, Filter.box(1, 4), Integer.MAX_VALUE));
        assertMessage("An origin", () -> convolve.mode("full").origin(1, 1).convolve(image, Filter.box(2, 1)));
    }

    /** Properties that hold whatever the values are, each by one method on random sizes. */
    @Test
    void aPlanOfACorrelationGivesTheCorrelation() {
        Convolve convolve = kinds.get(0).boundary("mirror");
        Grid image = random(1, ElementType.DOUBLE, 9, 11);
        Filter filter = Filter.of(random(2, ElementType.DOUBLE, 4, 3));
        try (ConvolutionPlan plan = convolve.planCorrelation(ElementType.DOUBLE, filter, 9, 11);
                DeviceArray in = session.upload(image);
                DeviceArray out = session.allocate(ElementType.DOUBLE, plan.outputShape())) {
            plan.run(in, out);
            Grid turned = convolve.convolve(image, filter.flipped());
            double bound = 2 * Definition.bound(image, filter.values(), Boundary.MIRROR, ElementType.DOUBLE);
            assertEquals(0, turned.maxAbsDifference(out.download()), bound);
        }
    }

    @Test
    void aPlanShowsItsStepsAndItsSource() {
        for (Convolve convolve : kinds) {
            boolean cpu = convolve == kinds.get(0);
            try (ConvolutionPlan plan = convolve.method("direct").plan(ElementType.FLOAT, Filter.box(2, 4), 40, 50)) {
                String steps = plan.steps();
                assertTrue(steps.startsWith(cpu ? "blocks of rows: " : "strips of "), steps);
                assertTrue(steps.endsWith(": image 1x40x50, taps 1x9x9, result 1x40x50, zero"), steps);
                assertTrue(plan.source().contains(cpu ? "void blocks(" : "void sweep("), plan.source());
            }
            try (ConvolutionPlan plan =
                    convolve.method("separable").plan(ElementType.FLOAT, Filter.box(2, 150), 40, 50)) {
                assertEquals(cpu ? 2 : 4, plan.steps().lines().count(), plan.steps());
            }
        }
    }

    @Test
    void partsOfAnArrayThatDoNotOverlapAreImageAndResult() {
        Filter filter = Filter.box(1, 1);
        try (ConvolutionPlan plan = kinds.get(0).method("direct").plan(ElementType.FLOAT, filter, 256);
                DeviceArray all = session.upload(Grid.random(ElementType.FLOAT, 1, 512))) {
            DeviceArray image = all.view(0, 256);
            DeviceArray result = all.view(256, 256); // views of some devices begin at multiples of 128
            plan.run(image, result);
            assertEquals(kinds.get(0).method("direct").convolve(image.download(), filter), result.download());
            assertMessage("cannot write into the image", () -> plan.run(image, all.view(128, 256)));
        }
    }

    @Test
    void convolutionIsLinearCommutativeAndMovesWithItsImage() {
        Random random = new Random(7);
        for (String method : List.of("direct", "fft")) {
            Convolve full = kinds.get(0).mode(Mode.FULL).method(method);
            for (int i = 0; i < 4; i++) {
                int[] n = {1 + random.nextInt(20), 1 + random.nextInt(20)};
                int[] m = {1 + random.nextInt(4), 1 + random.nextInt(20)};
                Grid a = random(random.nextInt(), ElementType.DOUBLE, n);
                Grid b = random(random.nextInt(), ElementType.DOUBLE, n);
                Grid f = random(random.nextInt(), ElementType.DOUBLE, m);
                double bound = 4 * Definition.bound(a, f, Boundary.ZERO, ElementType.DOUBLE);
                Grid left = full.convolve(a, Filter.of(f));
                Grid right = full.convolve(b, Filter.of(f));
                assertEquals(0, left.maxAbsDifference(full.convolve(f, Filter.of(a))), bound, "commutative");
                Grid sum = Grid.generate(ElementType.DOUBLE, at -> a.get(at) - 2 * b.get(at), n);
                Grid both = Grid.generate(ElementType.DOUBLE, at -> left.get(at) - 2 * right.get(at), left.shape());
                assertEquals(0, both.maxAbsDifference(full.convolve(sum, Filter.of(f))), 3 * bound, "linear");
                Convolve wrap = kinds.get(0).boundary(Boundary.PERIODIC).method(method);
                Grid moved = Grid.generate(ElementType.DOUBLE, at -> a.get((at[0] + 1) % n[0], (at[1] + 2) % n[1]), n);
                Grid there = wrap.convolve(a, Filter.of(f));
                assertEquals(
                        0,
                        Grid.generate(ElementType.DOUBLE, at -> there.get((at[0] + 1) % n[0], (at[1] + 2) % n[1]), n)
                                .maxAbsDifference(wrap.convolve(moved, Filter.of(f))),
                        bound,
                        "moves with its image");
            }
        }
    }

    @Test
    void tilesGiveWhatTheWholeGives() {
        Grid image = random(1, ElementType.FLOAT, 100, 130);
        Filter filter = Filter.gaussian(2, 1.2);
        Convolve fft = kinds.get(0).boundary(Boundary.MIRROR);
        Grid whole = fft.method("fft").convolve(image, filter);
        double bound = Definition.bound(image, filter.values(), Boundary.MIRROR, ElementType.FLOAT);
        assertEquals(0, whole.maxAbsDifference(fft.method("fft(32)").convolve(image, filter)), 2 * bound);
    }

    @Test
    void factorsAreFoundWhereThereAreSome() {
        for (Filter filter : List.of(Filter.gaussian(2, 3), Filter.sobel(0), Filter.box(3, 1))) {
            Filter plain = Filter.of(filter.values());
            Filter again = Filter.separable(plain.factors().orElseThrow().toArray(double[][]::new));
            assertEquals(0, filter.values().maxAbsDifference(again.values()), 1e-15, filter.toString());
        }
        assertTrue(Filter.laplacian(2).factors().isEmpty());
        assertTrue(Filter.of(random(1, ElementType.DOUBLE, 3, 4, 5)).factors().isEmpty());
        assertEquals(1, Filter.motion(15, 30).sum(), 1e-12);
        assertEquals(Grid.of(new double[] {1}, 1, 1), Filter.motion(0.5, 30).values(), "within a cell");
        assertEquals(1, Filter.sharpen(2, 1).sum(), 1e-12);
        assertEquals(0, Filter.laplacian(3).sum(), 1e-12);
    }

    @Test
    void whatIsNotANumberStaysWhereItCounts() {
        Grid image = Grid.floats(9, 9);
        image.set(Double.NaN, 4, 4);
        Grid result = kinds.get(0).method("direct").convolve(image, Filter.box(2, 1));
        long found = java.util.stream.IntStream.range(0, 81)
                .filter(i -> Double.isNaN(result.at(i)))
                .count();
        assertEquals(9, found);
    }
}
