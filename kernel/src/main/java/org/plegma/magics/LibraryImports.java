package org.plegma.magics;

import java.util.List;

/** What cells can use without an import, in each kernel that has the magics. */
public final class LibraryImports {
    public static final List<String> DECLARATIONS = List.of(
            "import java.io.*;",
            "import java.math.*;",
            "import java.net.*;",
            "import java.net.http.*;",
            "import java.nio.file.*;",
            "import java.util.*;",
            "import java.util.Queue;", // there is an org.plegma.device.Queue too
            "import java.util.concurrent.*;",
            "import java.util.function.*;",
            "import java.util.prefs.*;",
            "import java.util.regex.*;",
            "import java.util.stream.*;",
            "import org.knowm.xchart.*;",
            "import org.plegma.array.*;",
            "import org.plegma.bench.particles.*;",
            "import org.plegma.convolve.*;",
            "import org.plegma.convolve.filter.*;",
            "import org.plegma.convolve.stream.*;",
            "import org.plegma.coursework.*;",
            "import org.plegma.coursework.verdict.*;",
            "import org.plegma.device.*;",
            "import org.plegma.device.check.*;",
            "import org.plegma.device.errors.*;",
            "import org.plegma.device.memory.*;",
            "import org.plegma.device.shared.*;",
            "import org.plegma.device.source.*;",
            "import org.plegma.device.timeline.*;",
            "import org.plegma.display.*;",
            "import org.plegma.display.chart.*;",
            "import org.plegma.display.grid.*;",
            "import org.plegma.display.page.*;",
            "import org.plegma.display.particles.*;",
            "import org.plegma.fft.*;",
            "import org.plegma.gemm.*;",
            "import org.plegma.gemm.host.*;",
            "import org.plegma.gemm.product.*;",
            "import org.plegma.gemm.network.*;",
            "import org.plegma.graph.*;",
            "import org.plegma.graph.generate.*;",
            "import org.plegma.graph.read.*;",
            "import org.plegma.graph.triangles.*;",
            "import org.plegma.measure.*;",
            "import org.plegma.measure.campaign.*;",
            "import org.plegma.measure.chart.*;",
            "import org.plegma.measure.progress.*;",
            "import org.plegma.measure.waiting.*;",
            "import org.plegma.neighbours.*;",
            "import org.plegma.particles.*;",
            "import org.plegma.particles.variant.*;",
            "import org.plegma.primitives.*;",
            "import org.plegma.rewrite.*;",
            "import org.plegma.rewrite.loops.*;",
            "import org.plegma.rewrite.parallel.*;",
            "import org.plegma.rewrite.parallel.errors.*;",
            "import org.plegma.rewrite.rule.*;",
            "import org.plegma.rewrite.term.*;",
            "import org.plegma.stencil.*;",
            "import org.plegma.stencil.method.*;",
            "import org.plegma.stencil.plan.*;",
            "import org.plegma.stencil.slabs.*;",
            "import org.plegma.stencil.source.*;",
            "import tech.tablesaw.api.*;",
            "import static org.plegma.magics.NotebookSession.session;");

    /** Of the packages above, those whose classes are the library's own workings, which cells get at most as values. */
    public static final List<String> WORKINGS = List.of(
            "org.plegma.device.source",
            "org.plegma.rewrite.rule",
            "org.plegma.rewrite.term",
            "org.plegma.stencil.method",
            "org.plegma.stencil.source");

    private LibraryImports() {}
}
