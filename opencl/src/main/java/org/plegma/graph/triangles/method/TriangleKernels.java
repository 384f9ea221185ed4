package org.plegma.graph.triangles.method;

import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The {@code .cl} files of this package. */
final class TriangleKernels {
    private TriangleKernels() {}

    static String source(String file) {
        return KernelSource.resource(TriangleKernels.class, file);
    }

    /** The session keeps what it has compiled. */
    static Program compile(Session session, String file, String... options) {
        return session.compile(source(file), options);
    }
}
