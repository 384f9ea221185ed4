package org.plegma.coursework.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.coursework.KernelExercise;
import org.plegma.coursework.verdict.FaultKind;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;

/** A judge that a teacher writes, in another package than Plegma's own. */
class OwnExerciseTest {
    /** Twice each element. */
    private static final class Doubled extends KernelExercise<Integer> {
        private final int first;
        private final int seconds;

        Doubled(Session session, Kernel kernel, int first, int seconds) {
            super(session, kernel, 7, new Words("n", "elements/ns", "y", "x", "its index is below n"));
            this.first = first;
            this.seconds = seconds;
        }

        Verdict check() {
            return verdict();
        }

        @Override
        protected OptionalInt mostSeconds() {
            return OptionalInt.of(seconds);
        }

        @Override
        protected List<String> parameters() {
            return List.of("int n", "global const float* x", "global float* y");
        }

        @Override
        protected List<Integer> sizes(Random random) {
            return List.of(first, 1, 65 + random.nextInt(50));
        }

        @Override
        protected List<Integer> smallSizes() {
            return List.of(1, 2, 3, 65);
        }

        @Override
        protected Integer timedSize(Device.Kind kind) {
            return 1 << 10;
        }

        @Override
        protected Kernel launch(Kernel kernel, Integer n) {
            return kernel.global(Kernel.roundUp(n, 64)).local(64);
        }

        @Override
        protected List<Object> arguments(Integer n, Random random) {
            float[] x = new float[n];
            for (int i = 0; i < n; i++) {
                x[i] = random.nextFloat() + 1;
            }
            return new ArrayList<>(List.of(n, x, new float[n]));
        }

        @Override
        protected Expected expected(Integer n, List<Object> arguments, int element) {
            return new Expected(2.0 * ((float[]) arguments.get(1))[element], 0);
        }

        @Override
        protected String place(Integer n, int element) {
            return "y[" + element + "]";
        }

        @Override
        protected int width(Integer n) {
            return 8;
        }

        @Override
        protected String hint(Integer n, List<Object> arguments, int element, double found) {
            return "";
        }

        @Override
        protected double work(Integer n) {
            return n;
        }

        @Override
        protected double bound(Integer n, Ceilings limits) {
            return 8e-9 * n / limits.bandwidth();
        }

        @Override
        protected String reference() {
            return "kernel void reference(int n, global const float* x, global float* y) {"
                    + " int i = get_global_id(1) * get_global_size(0) + get_global_id(0); if (i < n) y[i] = 2 * x[i]; }";
        }

        @Override
        protected long[] referenceSizes(Integer n) {
            return new long[] {64, Kernel.roundUp((n + 63) / 64, 16)};
        }
    }

    private static Verdict judged(String body, int first, int seconds) {
        try (Session session = Session.open();
                Program program =
                        session.compile("\n\nkernel void twice(int n, global const float* x, global float* y) {\n"
                                + "int i = get_global_id(0); " + body + "}")) {
            return new Doubled(session, program.kernel("twice"), first, seconds).check();
        }
    }

    @Test
    void itsVerdictsAreThoseOfPlegmasOwn() {
        Verdict wrong = judged("if (i < n) y[i] = x[i] * (i == 2 ? 3 : 2);", 64, 60);
        assertEquals(FaultKind.VALUES, wrong.fault(), wrong::toString);
        assertTrue(
                wrong.reason().contains("\nThe smallest size that fails is 3: wrong: y[2] should be"), wrong::reason);
        assertTrue(wrong.line().contains("(seed 7, "), wrong::line);
    }

    /** So many work-items are not simulated. */
    @Test
    void itSetsHowLongALaunchMayTake() {
        Verdict endless = judged("for (int k = 0; k < n; k += y[0] > 1e9f) y[0] = k;", 1 << 17, 4);
        assertEquals(FaultKind.ENDLESS, endless.fault(), endless::toString);
        assertEquals(
                "wrong: twice has not come to its end: its process used 4 s of processor time for one launch."
                        + " Look for a loop that does not end",
                endless.reason());
    }
}
