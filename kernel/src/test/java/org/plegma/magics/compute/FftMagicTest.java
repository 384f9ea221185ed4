package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.fft.Spectra;
import org.plegma.magics.JShellHost;
import org.plegma.magics.MagicException;
import org.plegma.magics.Magics;

class FftMagicTest {
    private static final Grid WAVE =
            Grid.doubles(8, 12).fill(at -> Math.cos(2 * Math.PI * (2 * at[0] / 8.0 + 3 * at[1] / 12.0)));

    private final JShellHost host = new JShellHost();
    private final Magics magics = new Magics(host);

    @BeforeEach
    void bind() throws Exception {
        host.bind("wave", Grid.class.getName(), WAVE);
    }

    @AfterEach
    void close() {
        magics.close();
        host.close();
    }

    private Grid run(String line, String result) throws Exception {
        magics.execute(line);
        return (Grid) host.variable(result).orElseThrow();
    }

    private void assertFails(String expected, String line) {
        String message = assertThrows(MagicException.class, () -> magics.execute(line), line)
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void transformsAndTheirInverses() throws Exception {
        Grid half = run("%fft S = rfft(wave)", "S");
        assertArrayEquals(new int[] {8, 7, 2}, half.shape());
        assertEquals(48, half.get(2, 3, 0), 1e-12);
        assertEquals(0, run("%fft again = irfft(S)", "again").maxAbsDifference(WAVE), 1e-14);
        host.bind("n", "int", 13);
        assertArrayEquals(
                new int[] {8, 13}, run("%fft longer = irfft(S, n);", "longer").shape());
        Grid whole = run("%fft --axes 1 T = fft(S)", "T");
        assertEquals(0, run("%fft --axes 1 back = ifft(T)", "back").maxAbsDifference(half), 1e-13);
        assertArrayEquals(half.shape(), whole.shape());
        host.bind("größe", Grid.class.getName(), WAVE);
        assertEquals(half, run("%fft Ŝ = rfft(größe)", "Ŝ"));
        host.evaluate("int[] counts = {1, 2, 3, 4};", 1);
        assertEquals(10, run("%fft C = rfft(counts)", "C").get(0, 0), 1e-14);
    }

    /** A wave is two peaks, at its frequency and the opposite one, whichever half is computed. */
    @Test
    void aSpectrumHasZeroInTheMiddleAndFrequenciesAtItsAxes() throws Exception {
        Grid half = run("%fft S = rfft(wave)", "S");
        Grid logs = Spectra.logMagnitudeOfReals(half, 12, 2, 0.5);
        List<String> peaks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 12; j++) {
                if (logs.get(i, j) > 0) {
                    peaks.add(i - 4 + " " + (j - 6));
                }
            }
        }
        assertEquals(List.of("-2 -3", "2 3"), peaks);
        assertArrayEquals(new double[] {0.25, 1 / 6.0}, (double[]) logs.attribute("spacing"), 1e-15);
        assertArrayEquals(new double[] {-1, -1}, (double[]) logs.attribute("origin"), 1e-15);
        assertEquals("cycles per unit", logs.attribute("spacing_units"));
        Grid complex = Grid.doubles(8, 12, 2).fill(at -> at[2] == 0 ? WAVE.get(at[0], at[1]) : 0);
        host.bind("z", Grid.class.getName(), complex);
        Grid whole = run("%fft Z = fft(z)", "Z");
        assertEquals(0, Spectra.logMagnitude(whole, 2, 1).to(logs.type()).get(6, 9) - logs.get(6, 9), 1e-12);
    }

    @Test
    void aNameAloneShowsItsSpectrum() throws Exception {
        for (String line : List.of("%fft wave", "%fft --axes 1 rfft(wave)", "%fft --step 0.1 wave")) {
            MimeBundle shown = Renderers.render(magics.execute(line));
            assertTrue(shown.toString().contains("Spectrum of wave"), line + ": " + shown);
        }
    }

    @Test
    void mistakesAreExplained() {
        assertFails("A transform looks like", "%fft S = dct(wave)");
        assertFails("For real values use rfft", "%fft S = fft(wave)");
        assertFails("Which transform? Write S = fft(wave)", "%fft S = wave");
        assertFails("Only irfft takes a size", "%fft S = rfft(wave, 3)");
        assertFails("last 5 axes, but the shape [8, 12] has 2", "%fft --axes 5 S = rfft(wave)");
        assertFails("Name the result: x = irfft(wave)", "%fft irfft(wave)");
        assertFails("found 99999999999", "%fft x = irfft(wave, 99999999999)");
        assertFails("nothing", "%fft S = rfft(nothing)");
        assertFails("Options of %fft stand before the transform: %fft --axes …", "%fft S = rfft(wave) --axes 1");
    }

    @Test
    void transformsAndVariablesThatTheyTakeAreCompleted() throws Exception {
        host.evaluate("double ifNumber = 1; float[] ifValues = {1};", 1);
        assertEquals(List.of("rfft"), completed("%fft S = rf"));
        assertEquals(List.of("ifValues", "ifft"), completed("%fft --axes 1 x = if"));
        assertTrue(completed("%fft S = rfft(").contains("ifValues"));
    }

    private List<String> completed(String line) {
        return magics.complete(line, line.length()).orElseThrow().matches();
    }
}
