package org.plegma.magics.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.FileFaults;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%writefile}: the cell as a file. */
@Command(name = "writefile", description = "Writes the cell into a file, as UTF-8. It says whether it replaced one.")
public final class WritefileMagic implements Magic {

    /** Of a file that is replaced, what is read before, for the case that the disk is full. */
    private static final long LARGEST_KEPT = 64L << 20;

    @Option(
            names = {"-a", "--append"},
            description = "Adds to the file instead of replacing it.")
    private boolean append;

    @Parameters(
            paramLabel = "FILE",
            completionCandidates = FileCandidates.class,
            description = "The file; its folder must exist.")
    private String file;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public String example() {
        return """
                %%writefile points.csv
                x,y
                1,2""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Path path = Surroundings.of(call.notebook()).resolve(file);
        if (Files.isDirectory(path)) {
            throw call.error("Cannot write " + path + ": it is a folder. Name a file in it.");
        }
        Path folder = Objects.requireNonNull(path.getParent(), "A folder has one.");
        if (!Files.isDirectory(folder)) {
            throw call.error("There is no folder " + folder + ". Make it first: !mkdir -p " + folder);
        }
        boolean existed = Files.exists(path);
        String body = call.body();
        String text = body.isEmpty() || body.endsWith("\n") ? body : body + "\n";
        byte[] before = Files.isRegularFile(path) && Files.size(path) <= LARGEST_KEPT ? Files.readAllBytes(path) : null;
        try {
            Files.writeString(path, text, UTF_8, CREATE, WRITE, append ? APPEND : TRUNCATE_EXISTING);
        } catch (FileSystemException named) {
            throw named; // by a sentence of its own
        } catch (IOException full) {
            String kept = putBack(path, existed, before)
                    ? (existed ? " It is as it was." : "")
                    : " A part of it may be there.";
            throw call.error("Cannot write " + path + ": " + FileFaults.message(full) + "." + kept);
        }
        String did = !existed ? "Wrote " : append ? "Added to " : "Replaced ";
        call.host().out().println(did + path + " (" + Numbers.bytes(Files.size(path)) + ").");
        return null;
    }

    /** After a write that failed half-way; whether it could be done. */
    private static boolean putBack(Path path, boolean existed, byte @Nullable [] before) {
        try {
            if (before != null) {
                Files.write(path, before);
            } else if (!existed) {
                Files.deleteIfExists(path);
            }
            return before != null || !existed;
        } catch (IOException worse) {
            return false;
        }
    }
}
