package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.shared.PeerChannel;
import org.plegma.device.shared.PeerMeeting;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.measure.waiting.SharedRun;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.testing.ChildJvm;

/** The exchange by address, with a GPU's code on several devices of PoCL, against sums in double precision; long axes against a processor's code. */
class DirectTransformTest {
    /** Rows and columns that two and three devices divide. */
    private static final int[][] SHAPES = {
        {6, 6}, {12, 18, 32}, {6, 12, 5, 16}, {30, 6, 17}, {6, 6, 1}, {12, 24, 16}, {18, 6}, {54, 6, 64},
    };

    private static final int[][] TWO = {{6, 8}, {10, 4, 16}};

    private static final int[] FULL = {6, 1 << 15};

    /** Columns of which twice as many go together where local memory has room. */
    private static final int[][] WIDE = {{512, 6, 24}, {1024, 8, 8}};

    /** Axes that take two passes. */
    private static final int[][] LONG = {{1536, 6}, {6, 9216}};

    /** Bytes of a piece with which the host waits between passes, as with processors; else the devices await each other. */
    private static final long FEW = 5000;

    /** Whose two passes alternate: along the first axis, along the second, and with tiles of two sizes. */
    private static final int[][] ALTERNATING = {{1536, 192}, {12, 9216}};

    private static final int[] UNLIKE = {5000, 128};

    @Test
    void severalDevicesTransformAsSumsDo() {
        String output = ChildJvm.onProcessors(3, DirectTransformTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        try (Session session = Session.open(ChildJvm.processors(3))) {
            long before = session.memoryInUse();
            for (int devices = 2; devices <= 3; devices++) {
                List<Fft> each = session.devices().subList(0, devices).stream()
                        .map(device -> Fft.of(session.on(device)).codeFor(Code.GPU))
                        .toList();
                for (int[] shape : devices == 2 ? TWO : SHAPES) {
                    complex(each, ElementType.FLOAT, shape);
                    real(each, ElementType.FLOAT, shape);
                }
                complex(each, ElementType.DOUBLE, SHAPES[1]);
                real(each, ElementType.DOUBLE, SHAPES[2]);
                for (int[] shape : LONG) {
                    Grid values = Dft.randomComplex(ElementType.FLOAT, shape);
                    thereAndBack(
                            dealt(each, false, ElementType.FLOAT, shape),
                            values,
                            Fft.of(session).codeFor(Code.CPU).fft(values));
                }
                for (int[] shape : ALTERNATING) {
                    alternating(dealt(each, false, ElementType.FLOAT, shape));
                }
                if (devices == 2) {
                    alternating(dealt(each, false, ElementType.FLOAT, UNLIKE));
                    onHopper(each);
                }
                refusals(each);
                whoWaits(each.stream().map(Fft::session).toList());
                throughThePlan(each);
            }
            assertEquals(before, session.memoryInUse());
        }
        System.out.println("all is well");
    }

    /** Rows that take all of a multiprocessor, and wide tiles. */
    private static void onHopper(List<Fft> each) {
        Grid values = Dft.randomComplex(ElementType.FLOAT, FULL);
        List<Fft> full = each.stream().map(fft -> fft.codeFor(Code.HOPPER)).toList();
        Grid expected = each.get(0).codeFor(Code.CPU).fft(values);
        thereAndBack(dealt(full, false, ElementType.FLOAT, FULL), values, expected);
        for (int[] shape : WIDE) {
            ElementType type = shape == WIDE[0] ? ElementType.DOUBLE : ElementType.FLOAT;
            Grid some = Dft.randomComplex(type, shape);
            thereAndBack(
                    dealt(full, false, type, shape),
                    1 << 30,
                    Long.MAX_VALUE,
                    some,
                    each.get(0).codeFor(Code.CPU).fft(some));
        }
    }

    private static void throughThePlan(List<Fft> each) {
        SharedFft all = new SharedFft(each, rates(each));
        Grid values = Dft.randomComplex(ElementType.FLOAT, 12, 6, 4);
        try (SharedFftPlan plan = all.plan(ElementType.FLOAT, 12, 6, 4)) {
            assertTrue(
                    plan.toString().contains("write into the other devices' memory, and read from it"),
                    plan.toString());
            List<WaitingShares.Row> rows = plan.explain().rows();
            assertEquals(each.size(), rows.size());
            assertTrue(rows.stream().allMatch(row -> row.computing() > 0 && row.predicted() < 1), rows::toString);
        }
        Dft.assertClose(values, all.ifft(all.fft(values)), "by the plan");
        try (SharedFftPlan plan = all.plan(ElementType.FLOAT, 7, 6)) {
            assertTrue(plan.toString().contains("Blocks are copied"), plan.toString());
            assertTrue(plan.toString().contains("not all of one size"), plan.toString());
        }
    }

    private static void whoWaits(List<Session> sessions) {
        try (PeerMeeting host = new PeerMeeting(sessions, PeerChannel::refusal);
                PeerMeeting devices = new PeerMeeting(sessions, PeerChannel::refusalOtherThanCores)) {
            assertTrue(host.isByHost() && !devices.isByHost());
        }
    }

    private static void refusals(List<Fft> each) {
        refusal("The devices' parts are not all of one size", dealt(each, false, ElementType.FLOAT, 7, 6));
        refusal("The devices' parts are not all of one size", dealt(each, false, ElementType.FLOAT, 6, 7));
        refusal("6 and 222, cannot cut them", dealt(each, false, ElementType.FLOAT, 6, 6 * 37));
        refusal("one of reals", dealt(each, true, ElementType.FLOAT, 6, 6));
        refusal("batch", DealtShape.of(each, false, ElementType.FLOAT, 1, new int[] {6, 6}, rates(each)));
        refusal(
                "processors",
                dealt(List.of(each.get(0).codeFor(Code.CPU), each.get(1)), false, ElementType.FLOAT, 6, 6));
        refusal("one device", dealt(each.subList(0, 1), false, ElementType.FLOAT, 6, 6));
    }

    private static void refusal(String part, DealtShape dealt) {
        String found = dealt.addressRefusal().orElse("none");
        assertTrue(found.contains(part), found);
    }

    private static double[] rates(List<Fft> each) {
        return SharedArray.rates(each.size());
    }

    private static DealtShape dealt(List<Fft> each, boolean real, ElementType type, int... shape) {
        return DealtShape.of(each, real, type, shape.length, shape, rates(each));
    }

    private static void complex(List<Fft> each, ElementType type, int... shape) {
        Grid values = Dft.randomComplex(type, shape);
        thereAndBack(dealt(each, false, type, shape), values, Dft.of(shape.length, values));
    }

    private static void real(List<Fft> each, ElementType type, int... shape) {
        if (shape.length == 2) {
            return; // refused, as the test of refusals sees
        }
        Grid values = Dft.randomReals(type, shape);
        thereAndBack(dealt(each, true, type, shape), values, Dft.ofReals(shape.length, values));
    }

    /** In one chunk, in two to four, and in as many as can be. */
    private static void alternating(DealtShape dealt) {
        Grid values = Dft.randomComplex(dealt.type(), dealt.shape());
        Grid expected = dealt.each().get(0).codeFor(Code.CPU).fft(values);
        long bytes = 8L * dealt.shape()[0] * dealt.shape()[1] / dealt.each().size();
        int[] launches = new int[3];
        for (int wish = 0; wish < launches.length; wish++) {
            long chunk = new long[] {bytes + 1, bytes / 16, 1}[wish];
            launches[wish] = thereAndBack(dealt, 1 << 30, chunk, values, expected);
        }
        assertTrue(launches[0] < launches[1] && launches[1] <= launches[2], Arrays.toString(launches));
    }

    /** With tiles of all rows, of few, and of one. */
    private static void thereAndBack(DealtShape dealt, Grid values, Grid expected) {
        for (long most : new long[] {1 << 30, FEW, 1}) {
            thereAndBack(dealt, most, Long.MAX_VALUE, values, expected);
        }
    }

    /** Returns the launches of the first device, forward. */
    private static int thereAndBack(DealtShape dealt, long most, long chunk, Grid values, Grid expected) {
        assertEquals("none", dealt.addressRefusal().orElse("none"));
        List<Session> sessions = dealt.sessions();
        int[] columns = dealt.columns();
        String what =
                dealt.type() + " " + Arrays.toString(dealt.shape()) + " in pieces of " + most + ", chunks by " + chunk;
        BiFunction<Session, Session, Optional<String>> refusal =
                most == FEW ? PeerChannel::refusal : PeerChannel::refusalOtherThanCores;
        try (DirectTransform transform = new DirectTransform(dealt, most, chunk, refusal);
                SharedArray in = new SharedArray(sessions, 0, dealt.rows(), dealt.type(), dealt.input());
                SharedArray out = new SharedArray(sessions, 1, columns, dealt.type(), dealt.spectrum());
                SharedArray back = new SharedArray(sessions, 0, dealt.rows(), dealt.type(), dealt.input())) {
            in.upload(values);
            SharedRun run = new SharedRun(sessions.size());
            int turns = chunk == Long.MAX_VALUE ? 2 : 1; // the same kernels again
            for (int turn = 0; turn < turns; turn++) {
                transform.forward(in, out, run);
                Dft.assertClose(expected, out.download(), what);
                transform.inverse(out, back, run);
                Dft.assertClose(values, back.download(), what + ", back");
                Dft.assertClose(expected, out.download(), what + ", after the inverse");
            }
            assertEquals(values, in.download(), what);
            for (int device = 0; device < sessions.size(); device++) {
                assertTrue(run.waited(device).orElseThrow() < 1, what);
            }
            return transform.launches(0);
        }
    }
}
