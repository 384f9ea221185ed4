package org.plegma.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The classes of a kernel as Java has them in memory, in a file, so that a start need not read and check them again. Java itself
 * leaves it aside where the jar or Java is not the one that it was made with; docs/decisions/034.
 */
final class StartUpArchive {
    private static final int PATIENCE_MINUTES = 3;

    private StartUpArchive() {}

    /** Java's options that use an archive. Java says on the cells' standard output why it cannot; that is off. */
    static List<String> options(Path archive) {
        return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr");
    }

    /**
     * Makes an archive by running a kernel that ends by itself.
     *
     * @param javaCommand Java with the options of the kernel, up to those that name the jar
     * @return the archive; empty if none could be made, for which a kernel starts more slowly and is otherwise the same
     */
    static Optional<Path> make(Path archive, List<String> javaCommand, Path jar) throws InterruptedException {
        Path made = archive.resolveSibling(archive.getFileName() + ".new");
        List<String> command = new ArrayList<>(javaCommand);
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + made, "-jar", jar.toString(), RehearseCommand.NAME));
        try {
            Files.deleteIfExists(archive);
            ProcessBuilder process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
            process.environment().put("PLEGMA_HISTORY", "off");
            process.environment().remove("JPY_PARENT_PID");
            Process rehearsal = process.start();
            if (!rehearsal.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                rehearsal.destroyForcibly().waitFor();
            }
            if (rehearsal.exitValue() == 0 && Files.exists(made)) {
                // A kernel that runs keeps the old file.
                Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                return Optional.of(archive);
            }
            Files.deleteIfExists(made);
        } catch (IOException cannot) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
