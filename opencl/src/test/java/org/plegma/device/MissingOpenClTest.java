package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plegma.device.driver.MissingOpenCl;

/** The cures for machines that a test cannot set up; the others are tried in processes by {@link DevicesTest}. */
class MissingOpenClTest {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/libnvidia-opencl.so.1");

    private static String message(Map<String, String> environment, Path... existing) {
        return MissingOpenCl.noDevice(List.of(), environment, Set.of(existing)::contains);
    }

    @Test
    void anNvidiaLibraryWithoutRegistrationIsNoticed() {
        String cure = "libnvidia-opencl.so.1 is present but not registered: write its name into"
                + " /etc/OpenCL/vendors/nvidia.icd";
        assertTrue(message(Map.of(), LIBRARY).contains(cure), message(Map.of(), LIBRARY));
        assertTrue(message(Map.of("LD_LIBRARY_PATH", "/a:/opt/nv"), Path.of("/opt/nv/libnvidia-opencl.so.1"))
                .contains(cure));
        assertFalse(message(Map.of()).contains("nvidia.icd"));
        assertFalse(message(Map.of(), LIBRARY, Path.of("/etc/OpenCL/vendors/nvidia.icd"))
                .contains("not registered"));
    }

    @Test
    void saysWhereDriversWereLookedFor() {
        assertTrue(
                message(Map.of()).startsWith("The OpenCL loader finds no driver (registered in /etc/OpenCL/vendors)."));
        assertTrue(message(Map.of("OCL_ICD_VENDORS", "/x")).contains("(registered in OCL_ICD_VENDORS=/x)"));
        assertTrue(MissingOpenCl.noDevice(List.of("Portable Computing Language"), Map.of(), path -> false)
                .contains("set POCL_CACHE_DIR to a writable folder"));
    }

    @Test
    void aTemporaryFolderWithoutExecutionIsNoticed() {
        String message =
                MissingOpenCl.noLoader(new UnsatisfiedLinkError("x.so: failed to map segment from shared object"));
        assertTrue(message.endsWith("start Java with -Djava.io.tmpdir=FOLDER."), message);
        assertEquals(-1, message.indexOf("apt install"));
    }

    @Test
    void aFullFolderForTemporaryFilesIsNoMissingDriver() {
        for (String reason : List.of("No space left on device", "Disk quota exceeded")) {
            String message = MissingOpenCl.noLoader(new UnsatisfiedLinkError(
                    "Error while loading native library \"JOCL\"\njava.io.IOException: " + reason + "\n    at …"));
            assertTrue(message.contains("which is full: make room there"), message);
            assertTrue(!message.contains("Install a driver"), message);
        }
    }
}
