package org.plegma.magics.libraries;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.MagicException;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %classpath}: what cells compile and run against. */
@Command(
        name = "classpath",
        aliases = {"jars", "addjar", "addJar"}, // IJava's
        description = "Adds jars and class folders to what cells compile and run against; without arguments, lists what"
                + " was added. Libraries from Maven Central come by %maven.")
public final class ClasspathMagic implements Magic {

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            completionCandidates = Jars.class,
            description = "A jar, a folder of classes, or a pattern for files of a folder such as libs/*.jar.")
    private List<String> paths = List.of();

    static final class Jars extends FileCandidates {
        Jars() {
            super(List.of(".jar"));
        }
    }

    @Override
    public String example() {
        return "%classpath";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Host host = call.host();
        if (paths.isEmpty()) {
            if (host.classpath().isEmpty()) {
                host.out().println("Nothing has been added to the class path.");
            }
            host.classpath().forEach(host.out()::println);
            return null;
        }
        if (isOfBeakerX("mvn")) {
            List<String> words = paths.subList(2, paths.size());
            MavenMagic.add(
                    call, words.get(0).indexOf(':') < 0 ? List.of(String.join(":", words)) : words, List.of(), false);
            return null;
        }
        List<Path> added = new ArrayList<>();
        for (String path : isOfBeakerX("jar") ? paths.subList(2, paths.size()) : paths) {
            added.addAll(expand(Surroundings.of(call.notebook()), path));
        }
        host.addToClasspath(added);
        host.out().println("Added " + Numbers.counted(added.size(), "path") + " to the class path.");
        return null;
    }

    /** Whether it is written as in BeakerX: {@code add jar FILE}, {@code add mvn group artifact version}. */
    private boolean isOfBeakerX(String kind) {
        return paths.size() > 2 && paths.get(0).equals("add") && paths.get(1).equals(kind);
    }

    private static List<Path> expand(Surroundings where, String path) throws IOException {
        Path entry = where.place(Path.of(path));
        if (path.indexOf('*') < 0) {
            if (!Files.exists(entry)) {
                throw new MagicException("There is no file or folder " + path + " (from " + where.folder() + ").");
            }
            return List.of(entry.toAbsolutePath().normalize());
        }
        Path folder = entry.getParent() == null ? Path.of("") : entry.getParent();
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(folder, entry.getFileName().toString())) {
                files.forEach(file -> found.add(file.toAbsolutePath().normalize()));
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        if (found.isEmpty()) {
            throw new MagicException(
                    "No file goes with the pattern " + path + ". A star may stand in the last part only.");
        }
        found.sort(null);
        return found;
    }
}
