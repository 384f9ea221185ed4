package org.plegma.device.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads OpenCL C that ships beside the classes that use it. */
public final class KernelSource {
    private KernelSource() {}

    /**
     * The text of a resource in the package of a class.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public static String resource(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("No resource " + file + " beside " + owner.getName() + ".");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
