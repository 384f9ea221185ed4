package org.plegma.magics.session;

import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.plegma.magics.Surroundings;

/** A command of the shell whose output appears as it comes; an interrupt ends it with all its children. */
final class ShellCommand {
    private ShellCommand() {}

    /**
     * Runs a text by {@code sh}. It ends when all that write to its output have ended, children in the background too.
     *
     * @param output gets what the command writes to either stream, in pieces
     * @return the exit status
     * @throws InterruptedException if the cell was interrupted; the command is dead then
     * @throws IOException if there is no shell
     */
    static int run(String text, Surroundings where, Consumer<String> output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", text)
                .directory(where.folder().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true);
        builder.environment().putAll(where.environment());
        builder.environment().remove("LD_PRELOAD"); // it is for this process alone: docs/decisions/004
        Process process = builder.start();
        Thread reader = new Thread(() -> copy(process, output), "plegma-command");
        reader.setDaemon(true);
        reader.start();
        try {
            int status = process.waitFor();
            reader.join();
            return status;
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    /** Prints pieces as they come. */
    static Consumer<String> to(PrintStream out) {
        return piece -> {
            out.print(piece);
            out.flush();
        };
    }

    private static void copy(Process process, Consumer<String> output) {
        char[] buffer = new char[8192];
        try (Reader in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                output.accept(new String(buffer, 0, read));
            }
        } catch (IOException e) {
            output.accept("The output of the command cannot be read: " + e.getMessage() + "\n");
        }
    }
}
