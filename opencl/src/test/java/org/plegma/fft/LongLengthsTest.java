package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;

/** Lengths beyond two passes. Where passes are kept short, small lengths take as many as long ones do. */
class LongLengthsTest {
    /** Of lines of at most 14 values, and 4 side by side. */
    private static PassLimits brief(boolean fuses) {
        return new PassLimits(14, 0, 0, 4, 0, 0, 0, 13, 16, 16, false, fuses, 48 << 10, 48 << 10, 256);
    }

    private static boolean isProductOfThree(int n) {
        return IntStream.rangeClosed(1, 14)
                .anyMatch(a ->
                        n % a == 0 && IntStream.rangeClosed(1, 14).anyMatch(b -> n / a % b == 0 && n / a / b <= 14));
    }

    private static int longest(List<PassStep> steps) {
        return PassStep.passes(steps).stream().mapToInt(LinePass::n).max().orElse(0);
    }

    private static FftPlan plan(Session session, Code code, PassLimits limits, int axes, int... shape) {
        return new FftPlan(
                session,
                ElementType.DOUBLE,
                false,
                shape,
                code,
                any -> Planner.complex(limits, shape, axes, false),
                any -> Planner.complex(limits, shape, axes, true));
    }

    private static void check(Session session, Code code, PassLimits limits, int passes, int axes, int... shape) {
        Grid x = Dft.randomComplex(ElementType.DOUBLE, shape);
        String what = code + " " + Arrays.toString(shape) + " along " + axes;
        try (FftPlan plan = plan(session, code, limits, axes, shape);
                DeviceArray in = session.upload(x);
                DeviceArray out = session.allocate(ElementType.DOUBLE, plan.spectrumShape())) {
            assertEquals(passes, plan.passes().size(), plan::explain);
            assertTrue(longest(plan.passes()) <= limits.longest(), plan::explain);
            plan.forward(in, out);
            Grid spectrum = out.download();
            Dft.assertClose(Dft.of(axes, x), spectrum, what);
            plan.inverse(out, out);
            Dft.assertClose(x, out.download(), what + " back");
            plan.forward(in, in);
            assertEquals(spectrum, in.download(), what + " in place");
        }
    }

    @Test
    void lengthsOfThreePassesAgreeWithTheDefinition() {
        try (Session session = Session.open()) {
            int found = 0;
            for (int n = 197; n <= 1100; n++) {
                if (Radices.isSmooth(n) && isProductOfThree(n)) {
                    check(session, Code.CPU, brief(false), 3, 1, n);
                    found++;
                }
            }
            assertTrue(found > 100, found + " lengths");
        }
    }

    @Test
    void batchesAndColumnsOfThreePassesAgreeWithTheDefinition() {
        try (Session session = Session.open()) {
            for (Code code : List.of(Code.CPU, Code.GPU)) {
                check(session, code, brief(false), 3, 1, 3, 210);
                // Two of the last axis are one pass; then a first axis of three before it.
                check(session, code, brief(false), 4, 2, 210, 2);
                check(session, code, brief(false), 5, 3, 286, 3, 5);
            }
            // Between other axes such a line is a convolution with a chirp, though its length is smooth.
            Grid x = Dft.randomComplex(ElementType.DOUBLE, 2, 286, 3);
            try (FftPlan plan = plan(session, Code.CPU, brief(false), 2, 2, 286, 3);
                    DeviceArray in = session.upload(x);
                    DeviceArray out = session.allocate(ElementType.DOUBLE, plan.spectrumShape())) {
                plan.forward(in, out);
                Dft.assertClose(Dft.of(2, x), out.download(), plan.explain());
            }
        }
    }

    /** A convolution with a chirp that is too long for the passes which do both at once. */
    @Test
    void primesBeyondTwoPassesAgreeWithTheDefinition() {
        try (Session session = Session.open()) {
            for (Code code : List.of(Code.CPU, Code.GPU)) {
                for (int[] shape : new int[][] {{101}, {103}, {2, 107}}) {
                    Grid x = Dft.randomComplex(ElementType.DOUBLE, shape);
                    try (FftPlan plan = plan(session, code, brief(code == Code.GPU), 1, shape);
                            DeviceArray in = session.upload(x);
                            DeviceArray out = session.allocate(ElementType.DOUBLE, plan.spectrumShape())) {
                        assertTrue(plan.explain().contains("chirp_in"), plan::explain);
                        plan.forward(in, out);
                        Dft.assertClose(Dft.of(1, x), out.download(), plan.toString());
                        plan.inverse(out, out);
                        Dft.assertClose(x, out.download(), plan + " back");
                    }
                }
            }
        }
    }

    /** On any device long lengths are planned: powers of 2, 5, 7, 11 and 13, the largest good length, and a prime. */
    @Test
    void allLengthsArePlanned() {
        int[] lengths = {
            1 << 27,
            1 << 28,
            1 << 29,
            1 << 30,
            282_475_249,
            19_487_171,
            214_358_881,
            62_748_517,
            2_144_153_025,
            5_636_785,
            503_316_469
        };
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            PassLimits nvidia = PassLimits.ofGpu(type, true, 48 << 10, 1024);
            for (PassLimits limits : List.of(
                    PassLimits.ofCpu(),
                    PassLimits.ofGpu(type, false, 64 << 10, 256),
                    nvidia,
                    nvidia.withDeclared(type, 232_384))) {
                for (int n : lengths) {
                    for (int[] shape : new int[][] {{n}, {3, n}, {n, 2}}) {
                        List<PassStep> steps = Planner.complex(limits, shape, shape.length, true);
                        assertTrue(
                                longest(steps) <= Math.max(limits.longest(), limits.longestAlone()), steps::toString);
                    }
                    RealPlanner.forward(limits, new int[] {n}, 1);
                    RealPlanner.inverse(limits, new int[] {n}, 1);
                    RealPlanner.product(limits, new int[] {n}, 1);
                    RealPlanner.product(limits, new int[] {n, 2}, 2);
                }
            }
        }
    }

    /** Columns whose group has a multiprocessor to itself, those of 1000 by half as many work-items; lines in three stages, two of them a group. */
    @Test
    void longColumnsAgreeWithTheDefinition() {
        try (Session session = Session.open()) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (int[] shape : new int[][] {{1440, 11}, {2, 1000, 5}, {2, 3125}, {2, 875}}) {
                    Grid x = Dft.randomComplex(type, shape);
                    int axes = shape[0] == 2 ? shape.length - 1 : 2;
                    try (FftPlan plan = Fft.of(session)
                                    .codeFor(Code.HOPPER)
                                    .axes(axes)
                                    .plan(type, shape);
                            DeviceArray in = session.upload(x);
                            DeviceArray out = session.allocate(type, plan.spectrumShape())) {
                        assertEquals(axes, plan.passes().size(), plan::explain);
                        plan.forward(in, out);
                        Dft.assertClose(Dft.of(axes, x), out.download(), plan.toString());
                        plan.inverse(out, out);
                        Dft.assertClose(x, out.download(), plan + " back");
                    }
                }
            }
        }
    }

    /** The shortest that two passes of 4096 values do not reach. */
    @Test
    void aLengthBeyondTwoPassesOfAProcessor() {
        try (Session session = Session.open()) {
            checkWaves(Fft.of(session).codeFor(Code.CPU), 5_636_785, 997);
        }
    }

    /** Lines in three stages of which a work-item's part is 49, or 45, values; in one pass. */
    @Test
    void linesOfSeventhsAgreeWithTheDefinition() {
        try (Session session = Session.open()) {
            Fft fft = Fft.of(session).codeFor(Code.HOPPER);
            for (int n : new int[] {12_005, 16_807}) {
                try (FftPlan plan = fft.plan(ElementType.FLOAT, n)) {
                    assertEquals(1, plan.passes().size(), plan::explain);
                }
                checkWaves(fft, n, 1);
            }
        }
    }

    /** Two impulses become two waves, of which each so-many-th value is looked at. */
    private static void checkWaves(Fft fft, int n, int step) {
        int[] places = {1, n / 3};
        Grid x = Grid.floats(n, 2);
        x.set(1, places[0], 0);
        x.set(0.5, places[1], 1);
        Grid found = fft.fft(x);
        double largest = 0;
        for (int k = 0; k < n; k += step) {
            double a = -2 * Math.PI * k / n;
            double b = -2 * Math.PI * ((long) k * places[1] % n) / n;
            largest = Math.max(largest, Math.abs(found.get(k, 0) - Math.cos(a) + 0.5 * Math.sin(b)));
            largest = Math.max(largest, Math.abs(found.get(k, 1) - Math.sin(a) - 0.5 * Math.cos(b)));
        }
        assertTrue(largest <= 40 * 0x1p-24, "error " + largest + " of " + n);
    }
}
