package org.plegma.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Lanes of warps for devices that have none: work-items leave words in memory and meet at a barrier. So kernels for warps are tested
 * where there is no GPU. All work-items of a group must be at one place when lanes speak.
 */
public final class EmulatedLanes {
    /**
     * They need variables that outlive a kernel. PoCL 3.1 may not optimize them: of {@code if (wanted)} before a barrier in a branch it
     * makes two ways to that barrier, and the first work-item chooses for all.
     */
    public static final List<String> OPTIONS = List.of("-cl-std=CL2.0", "-cl-opt-disable");

    /** Those for Oclgrind, which has no pointers to memory of any kind. */
    public static final List<String> ON_OCLGRIND = List.of(
            "-cl-std=CL3.0",
            "-cl-ext=+all,-__opencl_c_generic_address_space,-__opencl_c_pipes,-__opencl_c_device_enqueue");

    private EmulatedLanes() {}

    /** In place of that of {@link org.plegma.device.source.WarpLanes}. */
    public static String source() {
        try (InputStream in = EmulatedLanes.class.getResourceAsStream("lanes-emulated.cl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
