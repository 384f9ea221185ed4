package org.plegma.stencil.method.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.testing.ChildJvm;

/** {@code fft(k)} on the slabs of two and three devices, against the plain definition and one device. */
class DealtProductsTest {
    @Test
    void productsOnSeveralDevicesAreThoseOnOne() {
        for (ChildJvm child : ChildJvm.onDevices(3, DealtProductsTest.class)) {
            String output = child.run().assertSuccess().output();
            assertTrue(output.contains("all products are right"), output);
        }
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.devices(3);
        try (Session three = Session.open(devices);
                Session two = Session.open(devices[0], devices[1])) {
            for (int i = 0; i < FrequencyCheck.BOUNDARIES.length; i++) {
                everyBoundary(i, i % 2 == 0 ? two : three);
            }
            images(two, three);
            levels(three);
            notFinite(two);
            refused(three);
        }
        System.out.println("all products are right");
    }

    private static void everyBoundary(int i, Session session) {
        int rank = 2 + i % 2;
        Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[rank - 1]);
        int[] shape = Arrays.copyOf(new int[] {37, 31, 13}, rank);
        Boundary[] boundaries = new Boundary[rank];
        for (int axis = 0; axis < rank; axis++) {
            boundaries[axis] = FrequencyCheck.BOUNDARIES[(i + 3 * axis) % FrequencyCheck.BOUNDARIES.length];
        }
        int together = 1 + i % 3;
        check(
                stencil.on(session).boundary(boundaries).param("a", -0.3),
                together,
                2 * together + i % 2,
                i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE,
                shape);
    }

    /** The text of its plan. */
    private static String check(BoundStencil bound, int together, int steps, ElementType type, int... shape) {
        Map<String, Grid> start = FrequencyCheck.random(bound.stencil(), type, shape);
        BoundStencil typed = bound.type(type).method("fft(" + together + ")");
        try (SlabPlan plan = SlabPlan.open(typed, shape)) {
            assertTrue(plan.toString().contains("fft(" + together + ")"), plan::toString);
            FrequencyCheck.check(plan.load(start).run(steps).result(), typed, steps, 1, start);
            assertEquals(steps, plan.steps());
            return plan.toString();
        }
    }

    /** Stencils that read the same to either side, along axes that steps from the edges would fill; the first axis has no images. */
    private static void images(Session... sessions) {
        Boundary[] ends = {Boundary.PERIODIC, Boundary.ZERO, Boundary.REFLECT};
        for (int i = 0; i < 6; i++) {
            Session session = sessions[i % 2];
            int rank = 2 + i / 3;
            Boundary[] boundaries = {ends[i % 3], i % 2 == 0 ? Boundary.MIRROR : Boundary.REFLECT, Boundary.MIRROR};
            int[] shape = Arrays.copyOf(new int[] {41, 7 + i, 6}, rank);
            int[] images = shape.clone();
            for (int axis = 1; axis < rank; axis++) {
                images[axis] = (int) boundaries[axis].period(shape[axis]);
            }
            BoundStencil bound = Stencil.parse(MirroredGridTest.EVEN[rank - 1])
                    .on(session)
                    .boundary(Arrays.copyOf(boundaries, rank));
            String text = check(bound, 3, 8, i < 3 ? ElementType.FLOAT : ElementType.DOUBLE, shape);
            assertTrue(
                    text.contains("fft(3) (on the grid with its mirror images, " + Arrays.toString(images) + ")"),
                    text);
        }
    }

    /** Two levels and a constant; unequal slabs; as many products as make 60 steps, and direct ones; loaded twice. */
    private static void levels(Session session) {
        Stencil wave = Stencil.parse("u[t+1,x,y] = 0.5*u[t,x-2,y] - 0.25*u[t-1,x,y] + 0.125*u[t,x+2,y+1] + 0.25");
        Map<String, Grid> start = FrequencyCheck.random(wave, ElementType.DOUBLE, 75, 33);
        BoundStencil bound = wave.on(session)
                .boundary("zero", "periodic")
                .type(ElementType.DOUBLE)
                .method("fft(6)");
        SlabOptions options = SlabOptions.usual().rates(2, 1, 2);
        try (SlabPlan plan = SlabPlan.open(bound, options, 75, 33)) {
            FrequencyCheck.check(plan.load(start).run(20).result(), bound, 20, 4, start);
            FrequencyCheck.check(plan.load(start).run(5).run(9).result(), bound, 14, 4, start);
            assertTrue(plan.bytes() > 0);
        }
    }

    /** A NaN gets as far as steps take it, and not everywhere. */
    private static void notFinite(Session session) {
        BoundStencil heat = Stencil.parse("u[x,y] = u + 0.125*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)")
                .on(session)
                .boundary("periodic");
        Grid start = Grid.random(ElementType.FLOAT, 3, 40, 30);
        start.floats()[7] = Float.NaN;
        try (SlabPlan product = SlabPlan.open(heat.method("fft(4)"), 40, 30);
                SlabPlan direct = SlabPlan.open(heat.method("direct"), 40, 30)) {
            assertEquals(
                    direct.load(start).run(9).grid(), product.load(start).run(9).grid());
        }
    }

    private static void refused(Session session) {
        Stencil line = Stencil.parse("u[x] = 0.5*u[x-1] + 0.5*u[x+1]");
        refused("needs two axes or more", line.on(session), 64);
        Stencil plane = Stencil.parse("u[x,y] = 0.5*u[x-1,y] + 0.5*u[x,y+1]");
        refused("a slab there has only 12", plane.on(session), 36, 64);
        refused("fills its 10", plane.on(session), 64, 10);
        Stencil square = Stencil.parse("u[x,y] = u*u[x-1,y]");
        refused("needs a linear stencil", square.on(session), 64, 64);
        try (SlabPlan plan =
                SlabPlan.open(plane.on(session).boundary("periodic").method("fft(8)"), 36, 10)) {
            assertThrows(IllegalStateException.class, plan::explain);
        }
    }

    private static void refused(String part, BoundStencil bound, int... shape) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> SlabPlan.open(bound.method("fft(8)"), shape));
        assertTrue(error.getMessage().contains(part), error::getMessage);
    }
}
