package org.plegma.kernel;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What cells can use without an import. */
final class DefaultImports {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultImports.class);

    static final List<String> DECLARATIONS = List.of(
            "import java.io.*;",
            "import java.math.*;",
            "import java.nio.file.*;",
            "import java.util.*;",
            "import java.util.Queue;", // there is an org.plegma.device.Queue too
            "import java.util.function.*;",
            "import java.util.stream.*;",
            "import org.knowm.xchart.*;",
            "import org.plegma.array.*;",
            "import org.plegma.convolve.*;",
            "import org.plegma.device.*;",
            "import org.plegma.display.*;",
            "import org.plegma.fft.*;",
            "import org.plegma.gemm.*;",
            "import org.plegma.gemm.network.*;",
            "import org.plegma.measure.*;",
            "import org.plegma.rewrite.*;",
            "import org.plegma.rewrite.parallel.*;",
            "import org.plegma.stencil.*;",
            "import org.plegma.stencil.Shapes;", // as there is an org.plegma.array.Shapes
            "import tech.tablesaw.api.*;",
            "import static org.plegma.kernel.Notebook.*;",
            "import static org.plegma.magics.NotebookSession.session;");

    /** Has the compiler, the weaver and the class loader at work once, before the first cell waits for them. */
    private static final String WARM_UP = "for (int i : List.of(1)) { Math.sqrt(i); }";

    private DefaultImports() {}

    static void declare(JavaEvaluator java) {
        try {
            java.evaluate(String.join("\n", DECLARATIONS), 1);
            java.evaluate(WARM_UP, 1);
            java.repair().keepPresent();
        } catch (Throwable failure) {
            LOG.error("cannot declare the default imports", failure);
        }
    }
}
