package org.plegma.device.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says what to install when OpenCL is missing. */
public final class MissingOpenCl {
    private static final String INSTALL = "Install a driver: on Debian or Ubuntu 'apt install ocl-icd-libopencl1"
            + " pocl-opencl-icd' (runs on the CPU), with conda 'conda install -c conda-forge ocl-icd-system pocl', for an"
            + " NVIDIA or AMD device the vendor's driver.";
    private static final Pattern NO_ROOM = Pattern.compile("No space left on device|Disk quota exceeded");
    private static final String NVIDIA = "libnvidia-opencl.so.1";
    private static final List<String> LIBRARY_FOLDERS = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/usr/local/nvidia/lib64");

    private MissingOpenCl() {}

    public static String noLoader(Throwable cause) {
        if (String.valueOf(cause.getMessage()).contains("failed to map segment")) {
            return "JOCL's native library cannot be loaded from " + System.getProperty("java.io.tmpdir")
                    + ", where programs may not be executed: start Java with -Djava.io.tmpdir=FOLDER.";
        }
        if (NO_ROOM.matcher(String.valueOf(cause.getMessage())).find()) {
            return "JOCL's native library cannot be unpacked into " + System.getProperty("java.io.tmpdir")
                    + ", which is full: make room there, or start Java with -Djava.io.tmpdir=FOLDER, for notebooks by"
                    + " \"plegma install --java-option=-Djava.io.tmpdir=FOLDER\".";
        }
        return "The OpenCL loader libOpenCL.so.1 could not be loaded (" + firstLine(cause) + "). " + INSTALL;
    }

    /** @param platforms names of the drivers that were found, none of which has a device */
    public static String noDevice(List<String> platforms) {
        return noDevice(platforms, System.getenv(), Files::exists);
    }

    public static String noDevice(List<String> platforms, Map<String, String> environment, Predicate<Path> exists) {
        String found = platforms.isEmpty()
                ? "The OpenCL loader finds no driver"
                : "The OpenCL drivers " + platforms + " offer no device";
        String vendors = environment.get("OCL_ICD_VENDORS");
        String where = vendors == null ? "/etc/OpenCL/vendors" : "OCL_ICD_VENDORS=" + vendors;
        String pocl = platforms.contains("Portable Computing Language")
                ? "PoCL needs a writable home folder for its cache: set POCL_CACHE_DIR to a writable folder. Or: "
                : "";
        return found + " (registered in " + where + "). " + pocl + unregisteredNvidia(environment, exists) + INSTALL;
    }

    private static String unregisteredNvidia(Map<String, String> environment, Predicate<Path> exists) {
        String more = environment.getOrDefault("LD_LIBRARY_PATH", "");
        boolean present = Stream.concat(LIBRARY_FOLDERS.stream(), Arrays.stream(more.split(":")))
                .anyMatch(folder -> exists.test(Path.of(folder, NVIDIA)));
        if (!present || exists.test(Path.of("/etc/OpenCL/vendors/nvidia.icd"))) {
            return "";
        }
        return NVIDIA + " is present but not registered: write its name into /etc/OpenCL/vendors/nvidia.icd, or into an"
                + " .icd file of any folder and set OCL_ICD_VENDORS to that folder. Or: ";
    }

    private static String firstLine(Throwable cause) {
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
