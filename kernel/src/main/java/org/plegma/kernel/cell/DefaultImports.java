package org.plegma.kernel.cell;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.magics.LibraryImports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What cells of Plegma's own kernel can use without an import. */
public final class DefaultImports {
    private static final Logger LOG = LoggerFactory.getLogger(DefaultImports.class);

    static final List<String> DECLARATIONS = Stream.concat(
                    LibraryImports.DECLARATIONS.stream(),
                    Stream.of(
                            "import static org.plegma.kernel.Notebook.*;",
                            "import static org.plegma.widgets.Interact.*;"))
            .toList();

    /** What nearly every notebook uses. */
    private static final String AT_ONCE = "import java.util.*;";

    /** Has the compiler, the weaver and the class loader at work once, before the first cell waits for them. */
    private static final String WARM_UP = "for (int i : List.of(1)) { Math.sqrt(i); }";

    private static final Pattern OF_PACKAGES = Pattern.compile(packages(line -> true).stream()
            .map(Pattern::quote)
            .collect(Collectors.joining("|", "\\b(?:", ")\\.(?=[A-Z])")));

    /** Those whose classes cells know by their simple names. */
    static final List<String> PACKAGES = Stream.concat(Stream.of("java.lang"), packages(line -> true).stream())
            .toList();

    private DefaultImports() {}

    /** Plegma's packages whose classes cells know by their simple names. */
    public static List<String> ownPackages() {
        return packages(line -> line.startsWith("import org.plegma."));
    }

    /** Declares what nearly every notebook uses; the rest is imported when a cell names something of it. */
    public static void declare(JavaEvaluator java) {
        try {
            java.evaluate(AT_ONCE, 1);
            java.evaluate(WARM_UP, 1);
            java.repair().keepPresent();
            java.importLater(new PendingImports(
                    DECLARATIONS.stream().filter(line -> !line.equals(AT_ONCE)).toList(),
                    DefaultImports.class.getClassLoader()));
        } catch (Throwable failure) {
            LOG.error("cannot declare the default imports", failure);
        }
    }

    /** Runs a cell that has a result, and leaves nothing of it. */
    public static void practise(JavaEvaluator java) {
        try {
            java.evaluate("1 + 1", 1);
            java.forgetResults();
        } catch (Throwable failure) {
            LOG.error("cannot run a first cell", failure);
        }
    }

    /** A type without the default packages, as one may write it in a cell. */
    static String withoutPackages(String type) {
        return OF_PACKAGES.matcher(type).replaceAll("");
    }

    private static List<String> packages(Predicate<String> chosen) {
        return DECLARATIONS.stream()
                .filter(line -> line.endsWith(".*;") && !line.startsWith("import static "))
                .filter(chosen)
                .map(line -> line.substring("import ".length(), line.length() - ".*;".length()))
                .toList();
    }
}
