package org.plegma.particles.variant;

import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The {@code .cl} files of this package. */
public final class ParticleKernels {
    private ParticleKernels() {}

    /** The text of a file, for example {@code cubes.cl}. */
    public static String source(String file) {
        return KernelSource.resource(ParticleKernels.class, file);
    }

    /** The session keeps what it has compiled. */
    static Program compile(Session session, String file, String... options) {
        return session.compile(source(file), options);
    }
}
