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

    /** A work-item has them to itself, odd ones as reals and even ones as pairs; groups that are full, not full, and alone. */
    @Test
    void shortLinesOfRealsAgreeWithTheDefinition() {
        for (int n : new int[] {2, 4, 6, 8, 16, 24, 32, 34, 62, 64, 76, 98, 102, 116, 120, 126}) {
            checkReals(true, ElementType.FLOAT, 1, n % 8 == 0 ? 128 : n % 3 == 0 ? 5 : 131, n);
        }
        for (int n : new int[] {5, 7, 9, 13, 15, 17, 25, 31, 33, 49, 57, 63}) {
            checkReals(true, ElementType.FLOAT, 1, n % 4 == 1 ? 131 : n % 3 == 0 ? 5 : 256, n);
        }
        for (int n : new int[] {3, 8, 15, 24, 31, 36, 60, 62}) {
            checkReals(true, ElementType.DOUBLE, 1, 67, n);
        }
        checkReals(false, ElementType.FLOAT, 1, 131, 3);
        checkReals(true, ElementType.FLOAT, 2, 4, 5, 15);
    }

    /** Results of a group take places where values of other lines were. */
    @Test
    void whatIsNoNumberStaysInItsLine() {
        for (int n : new int[] {9, 16, 31, 40}) {
            Grid x = Dft.randomReals(ElementType.FLOAT, 130, n);
            Grid spoilt = x.copy();
            spoilt.set(Double.NaN, 77, n / 3);
            Grid expected = fft(1).rfft(x);
            Grid found = fft(1).rfft(spoilt);
            Grid back = fft(1).irfft(found, n);
            Grid expectedBack = fft(1).irfft(expected, n);
            for (int line = 0; line < 130; line++) {
                for (int k = 0; k <= n / 2; k++) {
                    double re = found.get(line, k, 0);
                    assertTrue(line == 77 ? Double.isNaN(re) : re == expected.get(line, k, 0), n + ", line " + line);
                }
                for (int k = 0; k < n; k++) {
                    double value = back.get(line, k);
                    assertTrue(
                            line == 77 ? Double.isNaN(value) : value == expectedBack.get(line, k), n + " back " + line);
                }
            }
        }
    }

    @Test
    void imaginaryPartsThatMustBeZeroAreIgnored() {
        for (int n : new int[] {9, 16, 31, 40}) {
            Grid spectrum = fft(1).rfft(Dft.randomReals(ElementType.FLOAT, 130, n));
            Grid other = spectrum.copy();
            for (int line = 0; line < 130; line++) {
                other.set(Double.NaN, line, 0, 1);
                if (n % 2 == 0) {
                    other.set(7, line, n / 2, 1);
                }
            }
            assertTrue(fft(1).irfft(spectrum, n).equals(fft(1).irfft(other, n)), "reals of " + n);
        }
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
