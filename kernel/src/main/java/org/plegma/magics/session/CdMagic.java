package org.plegma.magics.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %cd}: another folder. */
@Command(
        name = "cd",
        description =
                "Changes the folder of commands and of the magics that read and write files; without a folder, to the home"
                        + " folder. Java code keeps the folder in which the kernel started, since a Java process cannot change"
                        + " its own.")
public final class CdMagic implements Magic {

    /** Folders alone. */
    static final class Folders extends FileCandidates {
        @Override
        protected List<String> values(Request request) throws java.io.IOException {
            return super.values(request).stream()
                    .filter(path -> path.endsWith("/"))
                    .toList();
        }
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            completionCandidates = Folders.class,
            description = "The folder, ~ for home, - for the one before.")
    private String folder = "~";

    @Override
    public String example() {
        return "%cd ..";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        Surroundings where = Surroundings.of(call.notebook());
        Path wanted = folder.equals("-") ? where.previous() : where.resolve(folder);
        if (!Files.isDirectory(wanted)) {
            throw call.error((Files.exists(wanted) ? wanted + " is no folder." : "There is no folder " + wanted + ".")
                    + " %pwd shows where you are.");
        }
        where.enter(wanted);
        call.host().out().println(wanted);
        if (!wanted.equals(Surroundings.started())) {
            call.host().out().println("Relative paths in Java code still begin at " + Surroundings.started() + ".");
        }
        return null;
    }
}
