package org.plegma.kernel;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What is on the class path of cells from the start, as if {@code %classpath} had named it. */
final class StartClasspath {
    /** Environment variable that names it as Java's option does: jars, folders of classes, and {@code FOLDER/*} for all jars. */
    static final String VARIABLE = "PLEGMA_CLASSPATH";

    private StartClasspath() {}

    /** Those that exist of a text; none of null. */
    static List<Path> entries(String text) {
        return text == null || text.isBlank()
                ? List.of()
                : Stream.of(text.split(File.pathSeparator))
                        .filter(entry -> !entry.isBlank())
                        .flatMap(StartClasspath::expand)
                        .toList();
    }

    private static Stream<Path> expand(String entry) {
        if (entry.endsWith(File.separator + "*")) {
            File[] jars =
                    new File(entry.substring(0, entry.length() - 1)).listFiles((f, name) -> name.endsWith(".jar"));
            return jars == null ? missing(entry) : Stream.of(jars).sorted().map(File::toPath);
        }
        return Files.exists(Path.of(entry)) ? Stream.of(Path.of(entry)) : missing(entry);
    }

    private static Stream<Path> missing(String entry) {
        LoggerFactory.getLogger(StartClasspath.class).warn("{} names {}, which does not exist", VARIABLE, entry);
        return Stream.of();
    }
}
