package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.Slab;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.testing.ChildJvm;

/** Stencils on several devices: a process in which PoCL offers itself three times, against one device and the evaluator. */
class SlabPlanTest {
    private static final String HEAT = "u[x,y] = u + 0.1*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)";

    /** Of steps that send planes themselves. */
    private static final String SENT = "as the steps compute them";

    private static final int SENDING = 8;

    @Test
    void slabsGiveWhatOneDeviceGives() {
        for (ChildJvm child : ChildJvm.onDevices(3, SlabPlanTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all is well"), output);
        }
    }

    @Test
    void planesAreSharedOutByRates() {
        assertEquals(
                List.of(new Slab(0, 60, 0, 2), new Slab(60, 30, 2, 2), new Slab(90, 10, 2, 0)),
                Slab.cut(100, 2, false, 6, 3, 1));
        assertEquals(List.of(new Slab(0, 3, 1, 1), new Slab(3, 4, 1, 1)), Slab.cut(7, 1, true, 0.9, 1.1));
        assertEquals(List.of(new Slab(0, 5, 0, 0)), Slab.cut(5, 3, true, 1));
        IllegalArgumentException thin =
                assertThrows(IllegalArgumentException.class, () -> Slab.cut(10, 4, false, 1, 1, 1));
        assertTrue(
                thin.getMessage().startsWith("Slab 0 of 3 would be thinner than the halo: 3 planes"), thin::getMessage);
        assertThrows(IllegalArgumentException.class, () -> Slab.cut(10, 1, false, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Slab.cut(10, 1, false, 1, Double.NaN));
    }

    @Test
    void slabsInTwoContextsOfOneDeviceGiveWhatItGives() {
        try (Session first = Session.open();
                Session second = Session.open()) {
            for (String method : List.of("direct", "blocked(2)")) {
                for (Stencil stencil : List.of(Shapes.star(3, 1), Shapes.star(3, 4), Shapes.box(2, 2))) {
                    int[] shape = stencil.spec().rank() == 3 ? new int[] {48, 33, 40} : new int[] {48, 130};
                    Grid start = Grid.random(ElementType.FLOAT, 3, shape);
                    for (String boundary : List.of("zero", "periodic", "mirror")) {
                        BoundStencil bound =
                                stencil.on(first).boundary(boundary).method(method);
                        try (StencilPlan one = bound.plan(shape);
                                SlabPlan two = SlabPlan.over(
                                        List.of(first, second),
                                        bound,
                                        SlabOptions.usual().between(2),
                                        shape);
                                SlabPlan throughHost = SlabPlan.over(
                                        List.of(first, second),
                                        bound,
                                        SlabOptions.usual().between(2).throughHost(),
                                        shape)) {
                            Grid expected = one.load(start).run(9).grid();
                            Grid found = two.load(start).run(9).grid();
                            assertTrue(throughHost.toString().contains("through pinned memory"), throughHost::toString);
                            assertEquals(
                                    first.device().isNvidia(),
                                    two.toString().contains("neighbour's memory"),
                                    two::toString);
                            if (first.device().isNvidia()) {
                                assertEquals(
                                        found, throughHost.load(start).run(9).grid());
                            }
                            // Values and sums of coefficients are at most 1; a GPU may round a cell in two ways.
                            double rounding = 2.0 * 9 * (stencil.cost().points() + 1) * 0x1p-24;
                            boolean exact = first.device().kind() == Device.Kind.CPU;
                            assertEquals(0, expected.maxAbsDifference(found), exact ? 0 : rounding, two + boundary);
                        }
                    }
                }
            }
        }
    }

    /** The rims at cuts are computed apart from the interior, and nothing of the result tells. */
    @Test
    void overlappedSlabsInOneProcessGiveWhatOneDeviceGives() {
        int[] shape = {50, 33};
        Map<String, Grid> start = Map.of(
                "u", Grid.random(ElementType.FLOAT, 3, shape),
                "u[t-1]", Grid.random(ElementType.FLOAT, 4, shape));
        Stencil wave = Stencil.parse("u[t+1,x,y] = 0.5*u[t,x-2,y] - 0.25*u[t-1,x,y] + 0.125*u[t,x+2,y+1]");
        try (Session first = Session.open();
                Session second = Session.open();
                Session third = Session.open()) {
            for (String boundary : List.of("mirror", "periodic")) {
                BoundStencil bound = wave.on(first).boundary(boundary).method("direct");
                SlabOptions options = SlabOptions.usual().between(2).overlapped(true);
                try (StencilPlan one = bound.plan(shape);
                        SlabPlan several = SlabPlan.over(List.of(first, second, third), bound, options, shape)) {
                    assertTrue(several.isOverlapped());
                    for (int steps : new int[] {7, 2}) {
                        Map<String, Grid> expected = one.load(start).run(steps).result();
                        Map<String, Grid> found = several.load(start).run(steps).result();
                        expected.forEach((key, grid) -> requireSameBits(grid, found.get(key), several + ", " + key));
                    }
                }
            }
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        if (devices[0].kind() == Device.Kind.GPU) {
            all(60, devices);
        } else {
            all(15, devices);
            try (Session three = Session.open(devices)) {
                refused(three);
                explained(three);
            }
        }
        System.out.println("all is well");
    }

    /** So many random stencils; of single steps more, until enough sent planes themselves, each of them or the last of several. */
    private static void all(int count, Device... devices) {
        try (Session all = Session.open(devices);
                Session two = Session.open(devices[0], devices[1])) {
            int done = 0;
            int sending = 0;
            int later = 0;
            for (long seed = 0; seed < 400 && (done < count || sending < SENDING || later < SENDING / 2); seed++) {
                if (done < count || isSingle(seed)) {
                    String plan = tried(seed, seed % 2 == 0 ? all : two).orElse("");
                    done += plan.isEmpty() ? 0 : 1;
                    sending += plan.contains(SENT) ? 1 : 0;
                    later += plan.contains(SENT) && !plan.contains("every step") ? 1 : 0;
                }
            }
            assertTrue(done >= count && sending >= SENDING, done + " plans, " + sending + " of steps that send planes");
            assertTrue(later >= SENDING / 2, later + " whose last step before an exchange sends");
            parted(all);
        }
    }

    /** Whether steps are done one by one, and send planes themselves if they can: each, or the last of some. */
    private static boolean isSingle(long seed) {
        return seed % 5 < 2;
    }

    /** The plan of several devices, if there is one. */
    private static Optional<String> tried(long seed, Session session) {
        RandomStencils random = new RandomStencils(seed);
        String formula =
                List.of(random.linear(), random.coupled(), random.general()).get((int) (seed % 3));
        Stencil stencil = Stencil.parse(formula);
        int radius = stencil.spec().footprint().radius(0);
        boolean single = isSingle(seed);
        int together = single ? 1 : 1 + random.below(3);
        int between = seed % 5 == 0 ? 1 : together * (1 + random.below(single ? 4 : 2));
        int devices = session.devices().size();
        int[] shape = random.shape();
        shape[0] = 4 * devices * Math.max(1, between * radius) + random.below(4);
        if (random.rank() == 3 && shape[0] > 60) {
            return Optional.empty();
        }
        Boundary[] boundaries = random.boundaries();
        ElementType type = random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        BoundStencil bound = stencil.on(session).boundary(boundaries).type(type).method("blocked(" + together + ")");
        if (together == 1) {
            bound = bound.method("direct");
        }
        Map<String, Double> params = new LinkedHashMap<>();
        for (var param : stencil.spec().params()) {
            params.put(param.name(), random.parameter());
            bound = bound.param(param.name(), params.get(param.name()));
        }
        Map<String, Grid> start = new LinkedHashMap<>();
        for (String key : State.keys(stencil.spec())) {
            start.put(key, Grid.generate(type, i -> random.value(), shape));
        }
        int steps = 1 + random.below(2 * between + 2) + (single ? between : 0);
        double[] rates = IntStream.range(0, devices).mapToDouble(i -> 1 + i).toArray();
        Map<String, Grid> one;
        try (StencilPlan plan = bound.plan(shape)) {
            one = plan.load(start).run(steps).result();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        String what = "seed " + seed + ", " + formula + ", " + Arrays.toString(boundaries) + " "
                + Arrays.toString(shape) + ", " + steps + " steps";
        // The thinnest slab has two halos.
        SlabOptions options = SlabOptions.usual().rates(rates).between(between).overlapped(!single && seed % 4 < 2);
        try (SlabPlan plan = SlabPlan.open(bound, single ? options.byDevices() : options, shape)) {
            Map<String, Grid> several = plan.load(start).run(steps).result();
            assertEquals(steps, plan.steps());
            assertEquals(one.keySet(), several.keySet());
            boolean sends = plan.toString().contains(SENT);
            if (session.device().kind() == Device.Kind.CPU && !(sends && (random.rank() == 3 || seed % 3 == 2))) {
                // A GPU may round a cell in two ways, and its code may add in another order, or take functions of
                // vectors.
                one.forEach((key, grid) -> requireSameBits(grid, several.get(key), plan + ", " + what + ", " + key));
            }
            new Oracle(stencil.spec(), boundaries, params, shape).check(start, several, steps, type);
            return Optional.of(plan.toString());
        }
    }

    /** At once for 0, else while steps are enqueued. */
    private static CompletableFuture<Void> interruptLater(int tries) {
        Thread caller = Thread.currentThread();
        if (tries == 0) {
            caller.interrupt();
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.runAsync(
                caller::interrupt, CompletableFuture.delayedExecutor(20L * tries, TimeUnit.MICROSECONDS));
    }

    private static void requireSameBits(Grid expected, Grid found, String what) {
        assertArrayEquals(expected.shape(), found.shape(), what);
        for (int i = 0; i < expected.length(); i++) {
            assertEquals(
                    Double.doubleToLongBits(expected.at(i)), Double.doubleToLongBits(found.at(i)), what + " at " + i);
        }
    }

    /** Several runs, some of them interrupted, are one run. */
    private static void parted(Session session) {
        parted(session, 9, SlabOptions.usual());
        parted(session, 9, SlabOptions.usual().byDevices());
        parted(session, 9, SlabOptions.usual().byDevices().between(2));
        parted(session, 9, SlabOptions.usual().byDevices().between(3));
        // A group of a turn copies four times more than once; with more groups the threads of the child would all wait.
        parted(session, 5004, SlabOptions.usual().byDevices());
    }

    private static void parted(Session session, int width, SlabOptions options) {
        Grid start = Grid.random(ElementType.FLOAT, 1, 40, width);
        BoundStencil heat = Stencil.parse(HEAT).on(session).boundary("periodic").method("direct");
        try (StencilPlan one = heat.plan(40, width);
                SlabPlan several = SlabPlan.open(heat, options, 40, width)) {
            several.load(start).run(3).run(0);
            for (int i = 0; i < 8; i++) {
                CompletableFuture<Void> interrupt = interruptLater(i);
                try {
                    several.run(2);
                } catch (CancellationException e) {
                    assertTrue(several.steps() <= 5 + 2 * i);
                }
                interrupt.join();
                Thread.interrupted();
            }
            several.run(20 - several.steps());
            double rounding = session.device().kind() == Device.Kind.CPU ? 0 : 20 * 12 * 0x1p-24;
            assertEquals(0, one.load(start).run(20).grid().maxAbsDifference(several.grid()), rounding, "parted");
            assertEquals(
                    0,
                    one.load(start)
                            .run(2)
                            .grid()
                            .maxAbsDifference(several.load(start).run(2).grid()),
                    rounding,
                    "loaded again");
            int planes = session.devices().size() == 2 ? 20 : 14;
            int index = session.devices().get(1).index();
            assertTrue(several.toString().contains(planes + " planes on device " + index), several.toString());
            assertTrue(several.bytes() > one.bytes());
        }
    }

    /** With a rate of 1 to 6 instead of equal ones, the first devices wait for the last one, and were measured in the last run only. */
    private static void explained(Session session) {
        BoundStencil heat = Stencil.parse(HEAT).on(session).method("direct");
        try (SlabPlan plan = SlabPlan.open(heat, new double[] {1, 1, 6}, 2, 1024, 1024)) {
            plan.load(Grid.floats(1024, 1024));
            WaitingShares before = plan.explain();
            assertEquals(List.of("128 planes", "128 planes", "768 planes"), parts(before));
            assertTrue(before.rows().stream().allMatch(row -> row.measured().isEmpty()), before::toString);
            assertThrows(IllegalStateException.class, plan::rates);
            plan.run(8);
            double[] rates = plan.rates();
            assertEquals(3, rates.length);
            assertTrue(Arrays.stream(rates).allMatch(rate -> rate > 1e3 && rate < 1e12), () -> Arrays.toString(rates));
            WaitingShares after = plan.explain();
            double first = after.rows().get(0).predicted();
            double last = after.rows().get(2).predicted();
            assertTrue(last > 0 && last < first && first > 0.5 && first < 1, after::toString);
            for (WaitingShares.Row row : after.rows()) {
                double measured = row.measured().orElseThrow();
                assertTrue(measured > 0 && measured < 1, after::toString);
            }
            assertTrue(after.toString().contains(" in the last run"), after::toString);
            plan.run(2);
            assertTrue(plan.explain().rows().get(0).measured().isEmpty(), "one round has nothing between its steps");
        }
    }

    private static List<String> parts(WaitingShares shares) {
        return shares.rows().stream().map(WaitingShares.Row::part).toList();
    }

    private static void refused(Session session) {
        BoundStencil heat = Stencil.parse(HEAT).on(session);
        requireRefusal("does not run on several devices", heat.method("composed(2)"), new double[0], 0, 40, 9);
        requireRefusal("a multiple of those", heat.method("blocked(2)"), new double[0], 3, 40, 9);
        requireRefusal("thinner than the halo", heat, new double[0], 0, 2, 9);
        requireRefusal("thinner than the halo", heat, new double[0], 20, 40, 9);
        IllegalArgumentException thin = assertThrows(IllegalArgumentException.class, () -> SlabPlan.open(
                        heat, SlabOptions.usual().between(10).overlapped(true), 40, 9)
                .close());
        assertTrue(
                thin.getMessage().startsWith("Exchanges cannot be overlapped: a slab has 13 planes"), thin::getMessage);
        requireRefusal("Wrong number of rates: expected 3", heat, new double[] {1, 2}, 0, 40, 9);
        requireRefusal("the shape must name 2 sizes", heat, new double[0], 0, 40);
        try (SlabPlan plan = SlabPlan.open(heat, 40, 9)) {
            assertThrows(IllegalStateException.class, () -> plan.run(1));
            assertThrows(IllegalArgumentException.class, () -> plan.load(Grid.floats(9, 40)));
            assertFalse(plan.slabs().isEmpty());
            plan.load(Grid.floats(40, 9));
            assertThrows(IllegalArgumentException.class, () -> plan.run(-1));
        }
    }

    private static void requireRefusal(String part, BoundStencil bound, double[] rates, int between, int... shape) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> SlabPlan.open(bound, rates, between, shape)
                        .close());
        assertTrue(e.getMessage().contains(part), e::getMessage);
    }
}
