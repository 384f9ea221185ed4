package org.plegma.particles.variant;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The {@code .cl} files of this package, with their includes filled in. */
public final class ParticleKernels {
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([\\w.-]+)\"$");

    private ParticleKernels() {}

    /** The text of a file, for example {@code cubes.cl}. */
    public static String source(String file) {
        return INCLUDE.matcher(KernelSource.resource(ParticleKernels.class, file))
                .replaceAll(found -> Matcher.quoteReplacement(source(found.group(1))));
    }

    /** The session keeps what it has compiled. */
    static Program compile(Session session, String file, String... options) {
        return session.compile(source(file), options);
    }
}
