package org.plegma.stencil.tile;

import org.plegma.stencil.code.CellCode;

/**
 * Vectors of cells in kernels for CPUs. They are read through a pointer to such as lie anywhere, {@code AT}: PoCL puts
 * {@code vload16} together from pieces, of which its compiler then makes arithmetic on pairs.
 */
public final class CpuVectors {
    public static final String PREFETCH = "PREFETCH";

    /** Defines {@code INTO}. */
    public static final String WRITTEN = "#define INTO(place) (*(global cells *)(place))\n";

    /** Defines {@link #PREFETCH}; simulators know no such instruction. */
    public static final String PREFETCHES =
            """
            #ifdef __x86_64__
            #define %1$s(place) __builtin_prefetch((const void *)(size_t)(place))
            #else
            #define %1$s(place)
            #endif
            """
                    .formatted(PREFETCH);

    private CpuVectors() {}

    /** The type of vectors that lie anywhere, and {@code AT}. */
    public static String defined(CellCode code, int vector) {
        return """
                typedef %s%s cells __attribute__((aligned(%s)));
                #define AT(place) (*(global const cells *)(place))
                """
                .formatted(code.type().openclName(), vector, code.type().bytes());
    }

    /** The vector at a place in global memory, which need not be aligned. */
    public static String at(String place) {
        return "AT(" + place + ")";
    }

    /** The same to be written. */
    public static String written(String place) {
        return "INTO(" + place + ")";
    }
}
