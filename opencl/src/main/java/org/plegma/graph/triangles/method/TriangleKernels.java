package org.plegma.graph.triangles.method;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The {@code .cl} files of this package, with their includes filled in. */
final class TriangleKernels {
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([\\w.-]+)\"$");

    private TriangleKernels() {}

    static String source(String file) {
        return INCLUDE.matcher(KernelSource.resource(TriangleKernels.class, file))
                .replaceAll(found ->
                        Matcher.quoteReplacement(KernelSource.resource(TriangleKernels.class, found.group(1))));
    }

    /** The session keeps what it has compiled. */
    static Program compile(Session session, String file, String... options) {
        return session.compile(source(file), options);
    }
}
