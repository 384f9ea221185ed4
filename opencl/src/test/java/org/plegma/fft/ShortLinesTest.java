package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.OnDevice;
import org.plegma.fft.pass.PassCompiler.Code;

/** Short lines, which groups of a GPU copy to local memory and back, and rows of spectra that groups write with gaps. */
class ShortLinesTest extends OnDevice {
    private static Fft fft(int axes) {
        return Fft.of(session).codeFor(Code.NVIDIA).axes(axes);
    }

    private static void checkComplex(ElementType type, int axes, int... shape) {
        checkComplex(true, type, axes, shape);
    }

    private static void checkComplex(boolean staged, ElementType type, int axes, int... shape) {
        Grid x = Dft.randomComplex(type, shape);
        String what = type + " " + Arrays.toString(shape);
        try (FftPlan plan = fft(axes).plan(type, shape);
                DeviceArray in = session.upload(x);
                DeviceArray out = session.allocate(type, plan.spectrumShape())) {
            assertTrue(plan.source().contains("staged[") == staged, what);
            plan.forward(in, out);
            Dft.assertClose(Dft.of(axes, x), out.download(), what);
            plan.inverse(out, out);
            Dft.assertClose(x, out.download(), what + " back in place");
        }
    }

    private static void checkReals(boolean staged, ElementType type, int axes, int... shape) {
        Grid x = Dft.randomReals(type, shape);
        String what = "reals " + type + " " + Arrays.toString(shape) + " along " + axes;
        try (FftPlan plan = fft(axes).planReal(type, shape);
                DeviceArray in = session.upload(x);
                DeviceArray out = session.allocate(type, plan.spectrumShape())) {
            assertTrue(plan.source().contains("staged[") == staged, what);
            plan.forward(in, out);
            Grid spectrum = out.download();
            Dft.assertClose(Dft.ofReals(axes, x), spectrum, what);
            in.fill(Double.NaN);
            plan.inverse(out, in);
            Dft.assertClose(x, in.download(), what + " back");
            assertTrue(spectrum.equals(out.download()), what + ": the spectrum is kept");
        }
    }

    /** One stage and two, with gaps for banks and without; lines of a group that is not full. */
    @Test
    void linesOfAnyNumberAgreeWithTheDefinition() {
        for (int n : new int[] {2, 8, 9, 13, 16, 27, 46, 62}) {
            checkComplex(ElementType.FLOAT, 1, 131, n);
        }
        checkComplex(ElementType.FLOAT, 1, 1, 12);
        checkComplex(ElementType.FLOAT, 1, 128, 12);
        checkComplex(ElementType.DOUBLE, 1, 37, 10);
        checkComplex(ElementType.DOUBLE, 1, 129, 15);
        checkComplex(ElementType.FLOAT, 2, 3, 5, 7);
    }

    /** Those of more values than are best for a work-item; lines of a full group and of one that is not, or of this alone. */
    @Test
    void eachLengthToSixtyFourAgreesWithTheDefinition() {
        for (int n = 17; n <= 64; n++) {
            Fft fft = fft(1);
            int lines = n % 2 == 0 ? 131 : 5;
            Grid x = Dft.randomComplex(ElementType.FLOAT, lines, n);
            Dft.assertClose(Dft.of(1, x), fft.fft(x), "lines of " + n);
            if (n % 5 == 0 || n % 31 == 0) {
                Dft.assertClose(x, fft.ifft(fft.fft(x)), "lines of " + n + " back");
            }
        }
    }

    /** Primes that only many registers hold, along rows and columns, of reals too, and with a product between. */
    @Test
    void primesToThirtyOneAgreeWithTheDefinition() {
        checkComplex(true, ElementType.FLOAT, 2, 17, 19);
        checkReals(true, ElementType.FLOAT, 2, 3, 46);
        checkReals(false, ElementType.FLOAT, 2, 2, 93);
        checkReals(true, ElementType.FLOAT, 1, 3, 124);
        SpectralProductTest.check(fft(2), session, ElementType.FLOAT, 2, 29, 34);
    }

    /** Spectra have one value more than there are pairs. */
    @Test
    void shortLinesOfRealsAgreeWithTheDefinition() {
        for (int n : new int[] {2, 4, 6, 16}) {
            checkReals(true, ElementType.FLOAT, 1, 67, n);
        }
        checkReals(true, ElementType.DOUBLE, 1, 35, 8);
    }

    /** Rows of 261 values come to be rows of 272, in a batch too; not with three axes. */
    @Test
    void spectraOfWideRowsAgreeWithTheDefinition() {
        checkReals(false, ElementType.FLOAT, 2, 6, 520);
        checkReals(false, ElementType.DOUBLE, 2, 2, 9, 521);
        checkReals(false, ElementType.FLOAT, 3, 2, 3, 4, 514);
        checkReals(false, ElementType.FLOAT, 3, 3, 1, 520);
        checkReals(false, ElementType.FLOAT, 3, 17, 2, 512);
    }
}
