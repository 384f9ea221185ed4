package org.plegma.coursework.apart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a process that runs a student's kernel is shut in by: the best that this machine has. */
public enum Confinement {
    /** Reads all, writes its own folder only, has no network, and sees no other process. */
    BUBBLEWRAP("bubblewrap: its own folder, no network, no other processes") {
        @Override
        List<String> prefix(Path folder) {
            return List.of(
                    "bwrap",
                    "--unshare-all",
                    "--die-with-parent",
                    "--new-session",
                    "--ro-bind",
                    "/",
                    "/",
                    "--dev",
                    "/dev",
                    "--proc",
                    "/proc",
                    "--bind",
                    folder.toString(),
                    folder.toString(),
                    "--chdir",
                    folder.toString(),
                    "--");
        }
    },
    /** Has no network and sees no other process. */
    NAMESPACES(
            "namespaces: no network, no other processes, but this user's files; install bubblewrap for its own folder") {
        @Override
        List<String> prefix(Path folder) {
            return List.of(
                    "unshare",
                    "--user",
                    "--map-root-user",
                    "--net",
                    "--ipc",
                    "--pid",
                    "--fork",
                    "--kill-child",
                    "--mount-proc",
                    "--");
        }
    },
    /** Only its work is limited. */
    NONE("none but the limit on its work: install bubblewrap") {
        @Override
        List<String> prefix(Path folder) {
            return List.of();
        }
    };

    private static final int SECONDS = 20;

    private final String text;

    Confinement(String text) {
        this.text = text;
    }

    /** The best of this machine, which is tried once. */
    private static final class Best {
        static final Confinement FOUND = find();

        private static Confinement find() {
            Path folder = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
            for (Confinement each : values()) {
                if (each == NONE || works(each, folder)) {
                    return each;
                }
            }
            throw new AssertionError("the last always works");
        }

        private static boolean works(Confinement confinement, Path folder) {
            List<String> command = new ArrayList<>(confinement.prefix(folder));
            command.add("true");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                return ended && process.exitValue() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** The best that works on this machine. */
    public static Confinement best() {
        return Best.FOUND;
    }

    abstract List<String> prefix(Path folder);

    /** What it keeps from a process. */
    @Override
    public String toString() {
        return text;
    }
}
