package org.plegma.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that are kept as files beside the classes, such as kernel sources. */
final class TextResources {

    private TextResources() {}

    static String text(String file) {
        try (InputStream in = TextResources.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The file " + file + " is missing from this build.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
