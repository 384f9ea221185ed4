package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.OnDevice;
import org.plegma.fft.pass.PassCompiler.Code;

/** Lines of an odd number of reals, of several stages, of which each computes half of its spectra. */
class RealLinesTest extends OnDevice {
    private static void check(Code code, ElementType type, int axes, int... shape) {
        Grid x = Dft.randomReals(type, shape);
        String what = code + " " + type + " " + Arrays.toString(shape) + " along " + axes;
        try (FftPlan plan = Fft.of(session).codeFor(code).axes(axes).planReal(type, shape);
                DeviceArray in = session.upload(x);
                DeviceArray out = session.allocate(type, plan.spectrumShape())) {
            plan.forward(in, out);
            Grid spectrum = out.download();
            Dft.assertClose(Dft.ofReals(axes, x), spectrum, what);
            in.fill(Double.NaN);
            plan.inverse(out, in);
            Dft.assertClose(x, in.download(), what + " back");
            assertTrue(spectrum.equals(out.download()), what + ": the spectrum is kept");
        }
    }

    /** Groups that are full, and the last one, which is not. */
    @ParameterizedTest
    @EnumSource(names = {"GPU", "NVIDIA", "HOPPER"})
    void twoStagesAgreeWithTheDefinition(Code code) {
        for (int n : new int[] {65, 77, 81, 105, 143, 225}) {
            check(code, ElementType.FLOAT, 1, n % 3 == 0 ? 37 : 16, n);
        }
        for (int n : new int[] {33, 35, 39, 63, 99}) {
            check(code, ElementType.DOUBLE, 1, 19, n);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GPU", "NVIDIA", "HOPPER"})
    void moreStagesAgreeWithTheDefinition(Code code) {
        for (int n : new int[] {243, 375, 729, 1001, 2187}) {
            check(code, ElementType.FLOAT, 1, 3, n);
        }
        check(code, ElementType.DOUBLE, 1, 3, 315);
        check(code, ElementType.DOUBLE, 1, 2, 3375);
    }

    /** Rows of grids, and of products, whose spectra have gaps behind their rows. */
    @Test
    void rowsOfGridsAgreeWithTheDefinition() {
        check(Code.NVIDIA, ElementType.FLOAT, 2, 5, 6, 75);
        check(Code.NVIDIA, ElementType.DOUBLE, 3, 2, 3, 4, 45);
        SpectralProductTest.check(Fft.of(session).codeFor(Code.NVIDIA).axes(2), session, ElementType.FLOAT, 2, 9, 135);
    }

    @Test
    void whatIsNoNumberStaysInItsLine() {
        Fft fft = Fft.of(session).codeFor(Code.NVIDIA).axes(1);
        int n = 81;
        Grid x = Dft.randomReals(ElementType.FLOAT, 35, n);
        Grid expected = fft.rfft(x);
        Grid expectedBack = fft.irfft(expected, n);
        x.set(Double.NaN, 20, 44);
        Grid found = fft.rfft(x);
        Grid back = fft.irfft(found, n);
        for (int line = 0; line < 35; line++) {
            for (int k = 0; k < n; k++) {
                double re = found.get(line, k / 2, 0);
                double value = back.get(line, k);
                assertEquals(
                        line == 20 ? Double.NaN : expected.get(line, k / 2, 0), re, "line " + line + " at " + k / 2);
                assertEquals(
                        line == 20 ? Double.NaN : expectedBack.get(line, k), value, "line " + line + " back at " + k);
            }
        }
    }

    @Test
    void theImaginaryPartThatMustBeZeroIsIgnored() {
        Fft fft = Fft.of(session).codeFor(Code.NVIDIA).axes(1);
        for (int n : new int[] {105, 243}) {
            Grid spectrum = fft.rfft(Dft.randomReals(ElementType.FLOAT, 3, n));
            Grid expected = fft.irfft(spectrum, n);
            for (int line = 0; line < 3; line++) {
                spectrum.set(Double.NaN, line, 0, 1);
            }
            assertTrue(expected.equals(fft.irfft(spectrum, n)), "reals of " + n);
        }
    }
}
