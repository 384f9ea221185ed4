package org.plegma.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Kernel sources that are kept as {@code .cl} files beside the classes. */
final class Resources {

    private Resources() {}

    static String source(String file) {
        try (InputStream in = Resources.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The kernel source " + file + " is missing from this build.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
