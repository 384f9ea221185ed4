package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

class FftErrorsTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void wrongUseIsExplained() {
        Fft fft = Fft.of(session);
        assertMessage("found the shape [4, 3]. For real values use rfft", () -> fft.fft(Grid.doubles(4, 3)));
        assertMessage("not int", () -> fft.rfft(Grid.ints(4)));
        assertMessage("comes from 6 or 7 reals, found 8", () -> fft.irfft(Grid.doubles(4, 2), 8));
        assertMessage("comes from 1 real, found 2", () -> fft.irfft(Grid.doubles(1, 2), 2));
        assertMessage(
                "last 3 axes, but the shape [4, 4] has 2", () -> fft.axes(3).rfft(Grid.doubles(4, 4)));
        assertMessage("must be 1 or more, found 0", () -> fft.axes(0));
        try (FftPlan plan = fft.planReal(ElementType.FLOAT, 6, 8);
                DeviceArray in = session.allocate(ElementType.FLOAT, 6, 8);
                DeviceArray out = session.allocate(ElementType.FLOAT, 6, 5, 2)) {
            assertMessage(
                    "output of the transform must be float [6, 5, 2], found float [6, 8]", () -> plan.forward(in, in));
            assertMessage(
                    "input of the transform must be float [6, 8], found float [6, 5, 2]", () -> plan.forward(out, out));
        }
    }

    /** Its convolution, of which nobody asked, would be too long. */
    @Test
    void aLongLengthWithALargePrimeFactorIsNamed() {
        assertMessage(
                "and is beyond 503316480. Pad it to a length with small prime factors, such as "
                        + Fft.goodLength(503_316_481),
                () -> Fft.of(session).plan(ElementType.FLOAT, 503_316_481));
    }

    @Test
    void whatOverlapsIsRefusedAndNeighboursAreNot() {
        int step = Math.max(1, session.device().baseAlignmentBytes() / Double.BYTES);
        int n = 2 * step;
        Grid values = Grid.of(Dft.random(2 * n, 1), n, 2);
        try (FftPlan plan = Fft.of(session).plan(ElementType.DOUBLE, n);
                FftPlan real = Fft.of(session).planReal(ElementType.DOUBLE, 2, n);
                SpectralProduct product = Fft.of(session).product(ElementType.DOUBLE, 2, n);
                DeviceArray all = session.allocate(ElementType.DOUBLE, 4 * n)) {
            DeviceArray in = all.view(0, n, 2);
            DeviceArray later = all.view(n, n, 2);
            DeviceArray behind = all.view(2 * n, n, 2);
            assertMessage("found views from 0 and from " + n + " on", () -> plan.forward(in, later));
            assertMessage("found views from 0 and from " + n + " on", () -> plan.enqueueInverse(in, later));
            in.upload(values);
            plan.forward(in, behind);
            plan.forward(in, all.view(0, n, 2));
            assertEquals(behind.download(), in.download());
            assertMessage(
                    "cannot be done in place", () -> real.forward(all.view(0, 2, n), all.view(0, 2, n / 2 + 1, 2)));
            SpectralProduct.Factor factor = product.factorOf(all.view(2 * n, 2, n));
            assertMessage(
                    "found views from " + step + " and from 0 on",
                    () -> product.enqueue(all.view(step, 2, n), factor, all.view(0, 2, n)));
            factor.close();
        }
    }

    private static void assertMessage(String expected, Runnable wrong) {
        String message =
                assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
        assertTrue(message.contains(expected), message);
    }
}
