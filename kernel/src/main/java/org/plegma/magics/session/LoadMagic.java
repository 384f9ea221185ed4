package org.plegma.magics.session;

import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %load}: a file as the text of the cell. */
@Command(
        name = "load",
        description =
                "Puts the text of a file in place of this cell, to read, change and run it. Nothing of it is run yet.")
public final class LoadMagic implements Magic {
    private static final long MOST_BYTES = 1 << 20;

    @Parameters(
            paramLabel = "FILE",
            completionCandidates = FileCandidates.class,
            description = "A text file, such as one of Java.")
    private String file;

    @Override
    public String example() {
        return """
                !echo 'int answer = 42;' > answer.jsh
                %load answer.jsh""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        Path path = Surroundings.of(call.notebook()).resolve(file);
        if (!Files.isRegularFile(path)) {
            throw call.error("There is no file " + path + ".");
        }
        if (Files.size(path) > MOST_BYTES) {
            throw call.error(path + " has " + Numbers.bytes(Files.size(path)) + ", too much for a cell; "
                    + Numbers.bytes(MOST_BYTES) + " are the most.");
        }
        try {
            call.host().replaceCell("// %load " + file + "\n" + Files.readString(path));
        } catch (MalformedInputException e) {
            throw call.error(path + " is no text in UTF-8.");
        }
        return null;
    }
}
