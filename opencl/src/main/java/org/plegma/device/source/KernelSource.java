package org.plegma.device.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads OpenCL C that ships beside the classes that use it. */
public final class KernelSource {
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([\\w.-]+)\"$");

    private KernelSource() {}

    /**
     * The text of a resource in the package of a class. Lines such as {@code #include "sums.cl"} are filled in from there.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public static String resource(Class<?> owner, String file) {
        return INCLUDE.matcher(text(owner, file))
                .replaceAll(found -> Matcher.quoteReplacement(resource(owner, found.group(1))));
    }

    private static String text(Class<?> owner, String file) {
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
