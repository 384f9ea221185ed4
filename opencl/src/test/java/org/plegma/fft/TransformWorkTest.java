package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.KnownDevices;

/** What transforms move, counted in the plan for a device that is elsewhere. */
class TransformWorkTest {
    /** Each pass reads and writes the spectrum, which is a little larger than the grid, there and back; pairs of long rows are half of one. */
    @ParameterizedTest
    @CsvSource({"512, 3, 3", "1024, 3, 3", "4096, 2, 3", "16384, 2, 3", "32768, 2, 3"})
    void passesOfSmoothLengths(int side, int rank, int passes) {
        int[] shape = new int[rank];
        Arrays.fill(shape, side);
        double cells = Math.pow(side, rank);
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
            int more = type == ElementType.DOUBLE && side > 16_384 ? 4 : 0;
            TransformWork work = TransformWork.of(KnownDevices.h200(), true, type, shape);
            double grids = work.bytes() / (cells * type.bytes());
            assertTrue(grids >= 3.6 * passes && grids <= 1.02 * 4 * (passes + more), side + " " + type + ": " + grids);
            // 2.5·N·log2(N) each way.
            assertEquals(5 * cells * Math.log(cells) / Math.log(2), work.operations(), 0.05 * work.operations());
        }
    }

    @Test
    void largePrimesTakeSeveralTimesAsMuch() {
        Device device = KnownDevices.h200();
        double smooth = TransformWork.of(device, true, ElementType.FLOAT, 1024, 1024, 1024)
                .bytes();
        double mirrored = TransformWork.of(device, true, ElementType.FLOAT, 1022, 1022, 1022)
                .bytes();
        assertTrue(mirrored > 2 * smooth && mirrored < 6 * smooth, mirrored / smooth + " times");
    }

    @Test
    void countsTheCodeOfThisDeviceToo() {
        Device device = Devices.preferred();
        boolean gpu = device.kind() == Device.Kind.GPU;
        for (int[] shape : new int[][] {{1}, {1, 1}, {7}, {17, 30}, {5, 101, 6}}) {
            TransformWork work = TransformWork.of(device, gpu, ElementType.FLOAT, shape);
            assertTrue(work.bytes() > 0 && work.operations() >= 0, work::toString);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> TransformWork.of(KnownDevices.h200(), true, ElementType.FLOAT, 1_000_000_007));
    }
}
