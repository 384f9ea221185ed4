package org.plegma.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The script of a job array that measures shards of a bench. */
final class SlurmScript {
    private SlurmScript() {}

    /**
     * The script.
     *
     * @param arguments of {@code plegma bench}, {@code --slurm} among them
     * @param jobs how many shards
     */
    static String of(List<String> families, List<String> arguments, int jobs) {
        StringBuilder bench = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).equals("--slurm")) {
                i++;
            } else if (!arguments.get(i).startsWith("--slurm=")) {
                bench.append(' ').append(quoted(arguments.get(i)));
            }
        }
        return template()
                .replace(
                        "@NAME@",
                        families.stream()
                                .map(f -> f.replaceAll("[^A-Za-z0-9_-]", ""))
                                .collect(Collectors.joining("-")))
                .replace("@JOBS@", Integer.toString(jobs))
                .replace("@BENCH@", bench.toString().strip());
    }

    /** As one word of a shell. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String template() {
        try (var in = SlurmScript.class.getResourceAsStream("slurm.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
