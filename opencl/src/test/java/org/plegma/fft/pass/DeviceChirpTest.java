package org.plegma.fft.pass;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.arithmetic.Chirp;
import org.plegma.fft.arithmetic.GoodLengths;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

class DeviceChirpTest {
    private static double[] values(DeviceArray array) {
        try (array) {
            return array.download().to(ElementType.DOUBLE).doubles();
        }
    }

    private static double unit(ElementType type) {
        return type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
    }

    @Test
    void theChirpIsTheDefinition() {
        try (Session session = Session.open()) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (int n : new int[] {1, 2, 3, 8, 97, 1000, 65_537}) {
                    double[] found = values(new DeviceChirp(session, type).chirp(n));
                    double[] expected = new double[2 * n];
                    for (int k = 0; k < n; k++) {
                        double angle = Math.PI * ((long) k * k % (2L * n)) / n;
                        expected[2 * k] = Math.cos(angle);
                        expected[2 * k + 1] = -Math.sin(angle);
                    }
                    assertArrayEquals(
                            expected, found, 4 * unit(ElementType.DOUBLE) * 2 * Math.PI + unit(type), "of " + n);
                }
            }
        }
    }

    /** At some places the sum, at all what the host makes; m is a power of two times 1, 3, 5, 9 and 15. */
    @Test
    void theSpectrumIsTheDefinition() {
        Random random = new Random(1);
        try (Session session = Session.open()) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (int n : new int[] {1, 2, 3, 8, 97, 1000, 1151, 2503, 9001, 16_411}) {
                    int m = GoodLengths.ofChirp(n);
                    double[] found =
                            values(new DeviceChirp(session, type).spectrum(n, m).orElseThrow());
                    // A value is the sum of 2n-1 of size 1/m; each doubling of the length adds a few roundings of the
                    // whole.
                    double bound = (10 + 2 * Math.log(m)) * unit(type) * Math.sqrt(2 * n) / m;
                    assertArrayEquals(
                            Chirp.spectrum(n, m, type).to(ElementType.DOUBLE).doubles(), found, bound, n + " by " + m);
                    for (int i = 0; i < 20; i++) {
                        int f = random.nextInt(m);
                        String place = "place " + f + " of " + n + " by " + m;
                        double[] expected = definition(n, m, f);
                        assertEquals(expected[0], found[2 * f], bound, place);
                        assertEquals(expected[1], found[2 * f + 1], bound, place);
                    }
                }
            }
        }
    }

    /**
     * The sum of exp(πi·(k²/n - 2kf/m))/m. Angles are fractions of whole numbers, the sum is compensated, and what double precision lacks of
     * π is added: it turns all terms alike, which would be an error of n roundings.
     */
    private static double[] definition(long n, long m, long f) {
        long half = n * m;
        long[] turns = LongStream.range(-n + 1, n)
                .map(k -> (k * k % (2 * n) * m + 2 * n * Math.floorMod(-k * f, m)) % (2 * half))
                .toArray();
        return new double[] {
            Arrays.stream(turns).mapToDouble(turn -> cos(turn, half)).sum() / m,
            Arrays.stream(turns)
                            .mapToDouble(turn -> -cos(turn + half / 2.0, half))
                            .sum()
                    / m
        };
    }

    /** cos(π·turn/half). */
    private static double cos(double turn, double half) {
        double angle = Math.PI * turn / half;
        return Math.cos(angle) - 0x1.1a62633145c07p-53 * turn / half * Math.sin(angle);
    }

    /** Where the spectrum has room and two in double precision have none, nothing is left in memory. */
    @Test
    void aDeviceWithoutRoomMakesNone() {
        try (Session session = Session.open()) {
            long places = session.device().maxAllocationBytes() / (2 * Float.BYTES);
            assumeTrue(places <= 1 << 30 && !session.device().isNvidia());
            DeviceChirp chirp = new DeviceChirp(session, ElementType.FLOAT);
            assertTrue(chirp.spectrum(3, (int) Long.highestOneBit(places)).isEmpty());
            assertEquals(0, session.memoryInUse());
        }
    }

    @Test
    void fitsAmdDevices() {
        for (String type : List.of("float", "double")) {
            AmdTargets.assertFits(
                    DeviceChirp.source(List.of(8, 4, 2, 3, 5)), "-DTYPE=" + type, "-DTYPE2=" + type + "2");
        }
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** Stages of radices 8, 4, 3 and 5, with work-items beyond the end. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    DeviceChirp chirp = new DeviceChirp(session, type);
                    chirp.chirp(17).close();
                    chirp.spectrum(17, 480).orElseThrow().close();
                }
            }
        }
    }
}
