package org.plegma.magics.session;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code %%writefile}: the cell as a file. */
@Command(name = "writefile", description = "Writes the cell into a file, as UTF-8. It says whether it replaced one.")
public final class WritefileMagic implements Magic {

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
        if (append) {
            Files.writeString(path, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } else {
            Files.writeString(path, text);
        }
        String did = !existed ? "Wrote " : append ? "Added to " : "Replaced ";
        call.host().out().println(did + path + " (" + Numbers.bytes(Files.size(path)) + ").");
        return null;
    }
}
