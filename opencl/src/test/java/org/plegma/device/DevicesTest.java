package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.Grid;
import org.plegma.device.errors.NoSuchDeviceException;
import org.plegma.device.errors.OpenClUnavailableException;
import org.plegma.testing.ChildJvm;

class DevicesTest {
    /** Prints the preferred device and a sum from it, or the problem. */
    static final class Probe {
        public static void main(String[] arguments) {
            System.out.println(Grid.of(new float[] {1, 2}).max());
            System.out.println(Devices.problem().orElse("none"));
            try (Session session = Session.open()) {
                try (DeviceArray array = session.allocate(org.plegma.array.ElementType.INT, 10)) {
                    array.fill(3);
                    System.out.println(
                            session.device().index() + " " + array.download().mean());
                }
            } catch (OpenClUnavailableException | NoSuchDeviceException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }

    @Test
    void devicesAreNumberedInOrderWithGpusFirst() {
        List<Device> all = Devices.all();
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i, all.get(i).index());
        }
        List<Integer> kinds = new ArrayList<>();
        all.forEach(d -> kinds.add(List.of(Device.Kind.GPU, Device.Kind.ACCELERATOR, Device.Kind.CPU)
                .indexOf(d.kind())));
        assertEquals(kinds.stream().sorted().toList(), kinds);
        assertTrue(Devices.problem().isEmpty());
    }

    @Test
    void findsByIndexAndByPartOfTheName() {
        Device first = Devices.all().get(0);
        assertSame(first, Devices.find("0"));
        assertSame(first, Devices.find(" 0 "));
        assertSame(first, Devices.find(first.name()));
        assertSame(first, Devices.find(first.name().substring(1, 6).toUpperCase(Locale.ROOT)));
        assertSame(first, Devices.find(first.platformName()));
    }

    @Test
    void findsSeveralByAListAndByARange() {
        List<Device> all = Devices.all();
        int last = all.size() - 1;
        assertEquals(all, Devices.findAll("0-" + last));
        assertEquals(all.subList(last, last + 1), Devices.findAll(last + " - " + last));
        List<Device> twice = new ArrayList<>(all);
        twice.add(all.get(0));
        Device.Kind kind = Devices.preferred().kind();
        assertEquals(all.stream().filter(device -> device.kind() == kind).toList(), Devices.findAll(" all"));
        assertEquals(twice, Devices.findAll(" 0-" + last + ", " + all.get(0).name()));
        refused("'0-' is no range of devices: give the first and the last, such as 0-" + last + ".", "0-");
        refused("'-0' is no range", "-0");
        refused("'-' is no range", "0,-");
        refused("No OpenCL device '" + (last + 1) + "'", "0-" + (last + 1));
        refused("No OpenCL device ''", "0,");
    }

    /** In a process with two devices. */
    @Test
    void aRangeHasAllBetweenAndRunsForwards() {
        String output = ChildJvm.onProcessors(2, DevicesTest.class)
                .run()
                .assertSuccess()
                .output();
        assertTrue(output.contains("all is well"), output);
    }

    /** The child. */
    public static void main(String[] arguments) {
        List<Device> all = Devices.all();
        int last = all.size() - 1;
        assertEquals(all.subList(last - 1, last + 1), Devices.findAll((last - 1) + "-" + last));
        List<Device> processors =
                all.stream().filter(device -> device.kind() == Device.Kind.CPU).toList();
        assertEquals(
                Devices.preferred().kind() == Device.Kind.CPU,
                Devices.findAll("all").equals(processors));
        refused(
                "'" + last + "-" + (last - 1) + "' runs backwards: give " + (last - 1) + "-" + last + ".",
                last + "-" + (last - 1));
        System.out.println("all is well");
    }

    private static void refused(String part, String list) {
        String message = assertThrows(NoSuchDeviceException.class, () -> Devices.findAll(list))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void saysWhichDevicesThereAreWhenNoneFits() {
        String beyond = Integer.toString(Devices.all().size()); // a 1 is in many a device's name
        for (String wanted : List.of("no such device", beyond, "99", "", "99999999999999")) {
            var error = assertThrows(NoSuchDeviceException.class, () -> Devices.find(wanted));
            assertTrue(error.getMessage().contains("'" + wanted + "'"), error.getMessage());
            assertTrue(error.getMessage().contains("0: " + Devices.all().get(0).name()), error.getMessage());
        }
    }

    @Test
    void aDeviceTellsItsLimits() {
        for (Device device : Devices.all()) {
            assertFalse(device.name().isBlank());
            assertTrue(device.openclVersion().startsWith("OpenCL "));
            assertTrue(device.computeUnits() > 0);
            assertTrue(device.maxWorkGroupSize() > 0);
            assertEquals(3, device.maxWorkItemSizes().length);
            assertTrue(device.maxAllocationBytes() <= device.globalMemoryBytes());
            assertTrue(device.localMemoryBytes() >= 16 << 10);
            assertTrue(device.declaredLocalMemoryBytes() >= device.localMemoryBytes());
            assertTrue(device.warpSize() >= 1);
            assertTrue(device.key().matches("[A-Za-z0-9.-]+"), device.key());
        }
    }

    @Test
    void withoutDriversSaysWhatToInstallAndHostCodeStillWorks(@TempDir Path empty) {
        ChildJvm.Result result = ChildJvm.of(Probe.class)
                .environment("OCL_ICD_VENDORS", empty.toString())
                .environment("OCL_ICD_FILENAMES", null)
                .environment("PLEGMA_DEVICE", null)
                .run()
                .assertSuccess();
        assertTrue(result.output().startsWith("2.0\n"), result.output());
        assertTrue(
                result.output()
                        .contains("OpenClUnavailableException: The OpenCL loader finds no driver (registered in"
                                + " OCL_ICD_VENDORS=" + empty),
                result.output());
        assertTrue(result.output().contains("apt install ocl-icd-libopencl1 pocl-opencl-icd"), result.output());
        assertTrue(result.output().contains("conda install -c conda-forge ocl-icd-system pocl"), result.output());
    }

    @Test
    void withoutALoaderSaysWhatToInstall(@TempDir Path folder) throws IOException {
        for (String library : List.of("libOpenCL.so", "libOpenCL.so.1")) {
            Files.writeString(folder.resolve(library), "not a library");
        }
        ChildJvm.Result result = ChildJvm.of(Probe.class)
                .environment("LD_LIBRARY_PATH", folder.toString())
                .environment("PLEGMA_DEVICE", null)
                .run()
                .assertSuccess();
        assertTrue(result.output().startsWith("2.0\n"), result.output());
        assertTrue(
                result.output()
                        .contains("OpenClUnavailableException: The OpenCL loader libOpenCL.so.1 could not be"
                                + " loaded"),
                result.output());
        assertTrue(result.output().contains("apt install"), result.output());
    }

    @Test
    void saysWhatPoclNeedsWhenItHasNoCache(@TempDir Path folder) throws IOException {
        assumeTrue(Devices.all().stream().allMatch(Device::isPocl), "other drivers do not need a cache");
        Path home = Files.writeString(folder.resolve("home"), "a file, so that nothing can be made below it");
        ChildJvm.Result result = ChildJvm.of(Probe.class)
                .environment("HOME", home.toString())
                .environment("XDG_CACHE_HOME", home.toString())
                .environment("POCL_CACHE_DIR", null)
                .run()
                .assertSuccess();
        assertTrue(result.output().contains("set POCL_CACHE_DIR to a writable folder"), result.output());
    }

    @Test
    void theEnvironmentChoosesTheDevice() {
        String last = String.valueOf(Devices.all().size() - 1);
        ChildJvm.Result chosen = ChildJvm.of(Probe.class)
                .environment("PLEGMA_DEVICE", last)
                .run()
                .assertSuccess();
        assertEquals("2.0\nnone\n" + last + " 3.0\n", chosen.output());
        ChildJvm.Result wrong = ChildJvm.of(Probe.class)
                .environment("PLEGMA_DEVICE", "quantum")
                .run()
                .assertSuccess();
        assertTrue(wrong.output().contains("No OpenCL device 'quantum' (from PLEGMA_DEVICE)"), wrong.output());
    }

    /** So that what is kept of one is not taken for the other: binaries, ceilings, tuned values. */
    @Test
    void optionsOfTheEnvironmentMakeAnotherDevice() {
        assumeTrue(Devices.all().stream().allMatch(Device::isPocl), "other drivers have no such options");
        String usual = keyWith(null);
        assertEquals(usual + "-cl-opt-disable-DA-1", keyWith("-cl-opt-disable -DA=1"));
    }

    private static String keyWith(String options) {
        return ChildJvm.of(Key.class)
                .environment("POCL_EXTRA_BUILD_FLAGS", options)
                .run()
                .assertSuccess()
                .output();
    }

    static final class Key {
        public static void main(String[] arguments) {
            System.out.print(Devices.all().get(0).key());
        }
    }

    @Test
    void worksWithAnUnwritableHomeAndTwoProcessesAtOnce(@TempDir Path folder) throws IOException {
        Path home = Files.writeString(folder.resolve("home"), "a file, so that nothing can be made below it");
        ChildJvm child = ChildJvm.of(Probe.class)
                .environment("HOME", home.toString())
                .environment("XDG_CACHE_HOME", home.toString())
                .environment("PLEGMA_CACHE", null)
                .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString())
                .option("-Djava.io.tmpdir=" + folder);
        ChildJvm.Running one = child.start();
        ChildJvm.Running other = child.start();
        assertTrue(one.await().assertSuccess().output().endsWith(" 3.0\n"));
        assertTrue(other.await().assertSuccess().output().endsWith(" 3.0\n"));
        try (var left = Files.list(folder)) {
            assertEquals(
                    0,
                    left.filter(p -> p.getFileName().toString().startsWith("plegma"))
                            .count());
        }
    }

    @Test
    void declaredLocalMemoryIsMoreWhereItWasTried() {
        long reported = 48 << 10;
        assertEquals(reported - 1024, Device.argumentLocalMemoryBytes(reported, true));
        assertEquals(reported, Device.argumentLocalMemoryBytes(reported, false));
        assertEquals((227 << 10) - 16, Device.declaredLocalMemoryBytes(reported, 90, "580.159.04"));
        assertEquals(reported, Device.declaredLocalMemoryBytes(reported, 90, "570.10"));
        assertEquals(reported, Device.declaredLocalMemoryBytes(reported, 80, "580.159.04"));
        assertEquals(reported, Device.declaredLocalMemoryBytes(reported, 90, "unknown"));
    }
}
