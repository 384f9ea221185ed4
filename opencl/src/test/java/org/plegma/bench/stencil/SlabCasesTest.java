package org.plegma.bench.stencil;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Measurement;
import org.plegma.measure.Work;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.method.Method;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.ChildJvm;

/** Slabs as cases of the bench; a process in which PoCL offers itself twice measures some. */
class SlabCasesTest {
    private static final BenchFamily FAMILY = BenchFamily.find("stencil");

    @Test
    void someCasesAreRightOnTwoDevices() {
        ChildJvm.Result result =
                ChildJvm.onProcessors(2, SlabCasesTest.class).run().assertSuccess();
        assertTrue(result.output().contains("all is well"), result.output());
    }

    /** The child. */
    public static void main(String[] arguments) {
        Device[] devices = ChildJvm.processors(2);
        List<BenchCase> cases = FAMILY.cases(List.of(devices)).stream()
                .filter(one -> isSmall(one.work()))
                .toList();
        assertEquals(6, cases.size(), cases::toString);
        try (Session both = Session.open(devices)) {
            List<Measurement> measured =
                    new Bench(both).timeLimit(1e-3).warmUp(0).run(cases);
            measured.forEach(one -> assertTrue(one.valid(), () -> one.work() + ": " + one.problem()));
            List<String> remarks = FAMILY.remarks(measured);
            assertEquals(4, remarks.size(), remarks::toString);
            Measurement one = measured.get(0);
            Measurement two = measured.get(1);
            assertEquals(1, one.work().parameters().get("devices"));
            String gain = String.format(Locale.ROOT, "\u00d7%.3f on 2", one.medianSeconds() / two.medianSeconds());
            assertTrue(remarks.get(0).contains(gain), remarks::toString);
            assertEquals(one.work().bytes(), 2 * two.work().bytes());
        }
        System.out.println("all is well");
    }

    /** On one device, and on two without overlap and with it, in 3-D and in 2-D. */
    private static boolean isSmall(Work work) {
        boolean rare = List.of(4, 20).contains(work.parameters().getOrDefault("between", 4));
        return rare
                && (work.shapeText().equals("64x64x64")
                                && work.parameters().get("radius").equals(2)
                        || work.shapeText().equals("512x512"));
    }

    @Test
    void casesAreThoseOfSeveralDevicesAndOfOne() {
        Device device = Devices.preferred();
        List<Work> works = FAMILY.cases(List.of(device, device, device)).stream()
                .map(BenchCase::work)
                .toList();
        assertEquals(works.size(), works.stream().distinct().count());
        int side = works.get(0).shape().get(0);
        for (Work work : works) {
            Object devices = work.parameters().get("devices");
            assertTrue(List.of(1, 3).contains(devices), work::toString);
            assertEquals(devices.equals(3), work.parameters().containsKey("between"), work::toString);
            assertEquals(devices.equals(3), work.parameters().containsKey("transport"), work::toString);
        }
        // A slab of the cube of half the planes on each.
        List<Integer> slab = List.of(side / 2, side, side);
        assertTrue(works.stream()
                .anyMatch(w ->
                        w.shape().equals(slab) && w.parameters().get("devices").equals(1)));
        List<Integer> whole = List.of(3 * side / 2, side, side);
        assertTrue(works.stream()
                .anyMatch(w ->
                        w.shape().equals(whole) && w.parameters().get("devices").equals(3)));
    }

    @Test
    void aFamilyWithoutCasesForSeveralDevicesSaysSo() {
        Device device = Devices.preferred();
        BenchFamily other = BenchFamily.find("primitives");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> other.cases(List.of(device, device)));
        assertTrue(refused.getMessage().contains("'primitives' measures one device, not 2"), refused::getMessage);
        assertEquals(other.cases(device).size(), other.cases(List.of(device)).size());
    }

    @Test
    void checksumsShowEachBitAndEachPlace() {
        int planes = 5;
        int plane = 300;
        try (Session session = Session.open();
                PlaneKernels kernels = new PlaneKernels(session);
                DeviceArray array = session.allocate(ElementType.FLOAT, planes + 2, plane)) {
            array.fill(Double.NaN);
            kernels.fill(array, plane, 7L * plane, (long) planes * plane);
            Grid grid = array.download();
            assertTrue(Double.isNaN(grid.get(0, plane - 1)) && Double.isNaN(grid.get(planes + 1, 0)));
            long[] sums = kernels.checksums(array, plane, planes, plane);
            assertEquals(
                    planes,
                    IntStream.range(0, planes)
                            .mapToLong(i -> sums[i])
                            .distinct()
                            .count());
            for (int change = 0; change < 3; change++) {
                Grid other = grid.copy();
                float[] cells = other.floats();
                int at = 3 * plane + 129;
                switch (change) {
                    case 0 -> cells[at] = Math.nextUp(cells[at]);
                    case 1 -> cells[at] = -cells[at];
                    default -> {
                        cells[at] = cells[at + 1];
                        cells[at + 1] = grid.floats()[at];
                    }
                }
                array.upload(other);
                long[] changed = kernels.checksums(array, plane, planes, plane);
                assertNotEquals(sums[2], changed[2], "change " + change);
                changed[2] = sums[2];
                assertArrayEquals(sums, changed, "change " + change);
            }
            // The same planes, made in two parts.
            array.upload(grid);
            kernels.fill(array, plane, 7L * plane, 2L * plane);
            kernels.fill(array, 3L * plane, 9L * plane, (long) (planes - 2) * plane);
            assertArrayEquals(sums, kernels.checksums(array, plane, planes, plane));
        }
    }

    @Test
    void kernelsCompileForAmd() {
        AmdTargets.assertFits(KernelSource.resource(PlaneKernels.class, "slab-planes.cl"));
    }

    @Test
    void oneDeviceGivesOtherPlanesForAnotherStencilOrOtherSteps() {
        int[] shape = {9, 40, 40};
        try (Session session = Session.open()) {
            ExpectedPlanes one = new ExpectedPlanes(Shapes.star(3, 1), Method.direct(), shape);
            ExpectedPlanes other = new ExpectedPlanes(Shapes.star(3, 2), Method.direct(), shape);
            long[] right = one.after(session, 3);
            assertArrayEquals(right, new ExpectedPlanes(Shapes.star(3, 1), Method.direct(), shape).after(session, 3));
            for (int i = 0; i < shape[0]; i++) {
                assertNotEquals(right[i], one.after(session, 4)[i]);
                assertNotEquals(right[i], other.after(session, 3)[i]);
            }
        }
    }

    /** A grid that has no room on a device is computed there all the same, and a window with a plane too few would differ. */
    @Test
    void windowsGiveThePlanesOfTheWhole() {
        int[] shape = {41, 24, 40};
        try (Session session = Session.open()) {
            for (int radius : new int[] {1, 3}) {
                ExpectedPlanes one = new ExpectedPlanes(Shapes.star(3, radius), Method.direct(), shape);
                assertTrue(one.fits(3L * 4 * 41 * 24 * 40));
                assertFalse(one.fits(3L * 4 * 41 * 24 * 40 - 1));
                for (int planes : new int[] {1, 10, 40}) {
                    assertArrayEquals(one.after(session, 4), one.windows(session, 4, planes), planes + " planes");
                }
            }
        }
    }
}
