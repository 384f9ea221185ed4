package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.testing.ChildJvm;

/** Runs of unequal slabs that stop now and then, and those of a source of one's own: as on one device. */
class SlabRunsTest {
    private static final Stencil HEAT =
            Stencil.parse("u[x,y] = u + 0.1*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)");

    private static final Stencil DAMPED =
            Stencil.parse("u[t+1,x,y] = u + 0.5*(u - u[t-1,x,y]) + 0.2*lap(u)\nv[x,y] = 0.5*v[x-1,y] + 0.1*u");

    private static final int[] SHAPE = {40, 33};
    private static final double[] RATES = {1, 3, 2};

    @Test
    void slabsStopAsOneDeviceDoes() {
        String output = ChildJvm.onProcessors(3, SlabRunsTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        try (Session session = Session.open(ChildJvm.processors(3))) {
            BoundStencil heat = HEAT.on(session).boundary("fixed");
            SlabOptions usual = SlabOptions.usual().rates(RATES);
            Map<String, Grid> start = Map.of("u", Grid.random(ElementType.FLOAT, 1, SHAPE));
            stops(heat.method("direct"), usual, start);
            stops(heat.method("direct"), usual.byDevices().between(2), start);
            stops(heat.method("blocked(2)"), usual.between(4), start);
            stops(heat.method("direct"), usual.between(3).overlapped(true), start);
            Map<String, Grid> several = new LinkedHashMap<>();
            for (String key : List.of("u", "u[t-1]", "v")) {
                several.put(key, Grid.random(ElementType.FLOAT, several.size(), SHAPE));
            }
            stops(DAMPED.on(session).boundary("mirror").method("direct"), usual.between(2), several);
            doNot(heat.method("direct"), usual, start);
            source(heat.method("direct"), usual);
            atOnce(heat.method("direct"), usual.byDevices());
        }
        System.out.println("all is well");
    }

    private static void stops(BoundStencil bound, SlabOptions options, Map<String, Grid> start) {
        try (StencilPlan one = bound.plan(SHAPE);
                SlabPlan slabs = SlabPlan.open(bound, options, SHAPE)) {
            double change = one.load(start).until(1e-3, 7, 500);
            assertEquals(change, slabs.load(start).until(1e-3, 7, 500), slabs.toString());
            assertTrue(change < 1e-3 && one.steps() < 500, one + ": " + change);
            assertEquals(one.steps(), slabs.steps());
            assertEquals(one.result(), slabs.result(), slabs.toString());
            assertEquals(one.load(start).until(1e-9, 4, 10), slabs.load(start).until(1e-9, 4, 10));
            assertEquals(10, slabs.steps());
            Map<Long, Map<String, Grid>> expected = new LinkedHashMap<>();
            Map<Long, Map<String, Grid>> found = new LinkedHashMap<>();
            one.load(start).run(10, 4, expected::put);
            slabs.load(start).run(10, 4, found::put);
            assertEquals(List.of(0L, 4L, 8L, 10L), new ArrayList<>(found.keySet()));
            assertEquals(expected, found, slabs.toString());
        }
    }

    /** By two threads in one session: devices that met the steps of both in different orders would wait for each other for ever. */
    private static void atOnce(BoundStencil bound, SlabOptions options) {
        Grid start = Grid.random(ElementType.FLOAT, 2, SHAPE);
        Grid expected = bound.run(start, 600);
        Runnable run = () -> {
            try (SlabPlan slabs = SlabPlan.open(bound, options, SHAPE)) {
                assertEquals(expected, slabs.load(start).run(600).grid(), slabs.toString());
            }
        };
        CompletableFuture<Void> other = CompletableFuture.runAsync(run);
        run.run();
        other.join();
    }

    private static void doNot(BoundStencil bound, SlabOptions options, Map<String, Grid> start) {
        try (SlabPlan slabs = SlabPlan.open(bound, options, SHAPE)) {
            assertThrows(IllegalStateException.class, () -> slabs.until(1, 1, 1));
            assertThrows(IllegalStateException.class, () -> slabs.run(1, 1, (step, fields) -> {}));
            slabs.load(start);
            assertThrows(IllegalArgumentException.class, () -> slabs.until(0, 1, 1));
            assertThrows(IllegalArgumentException.class, () -> slabs.until(1, 0, 1));
            assertThrows(IllegalArgumentException.class, () -> slabs.run(1, 0, (step, fields) -> {}));
            assertEquals(0, slabs.steps());
        }
    }

    /** It adds in another order than the generated code. */
    private static void source(BoundStencil bound, SlabOptions options) {
        Grid start = Grid.random(ElementType.FLOAT, 1, SHAPE);
        String sum = "(f_u[p - s0] + f_u[p - 1] + f_u[p + 1] + f_u[p + s0])";
        String generated = bound.source(SHAPE);
        assertTrue(generated.contains(sum), generated);
        BoundStencil own = bound.withSource(
                generated.replace(sum, "((f_u[p + s0] + f_u[p + 1]) + (f_u[p - 1] + f_u[p - s0]))"), SHAPE);
        Grid expected = own.run(start, 20);
        assertFalse(expected.equals(bound.run(start, 20)), "the source makes no difference");
        for (SlabOptions each :
                List.of(options, options.byDevices(), options.between(2).overlapped(true))) {
            try (SlabPlan slabs = SlabPlan.open(own, each, SHAPE)) {
                assertEquals(expected, slabs.load(start).run(20).grid(), slabs.toString());
            }
        }
        assertThrows(IllegalArgumentException.class, () -> SlabPlan.open(own.method("fft(4)"), options, SHAPE)
                .close());
    }
}
