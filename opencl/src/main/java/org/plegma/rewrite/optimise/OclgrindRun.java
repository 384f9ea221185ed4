package org.plegma.rewrite.optimise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.process.WorkLimit;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.Launch;

/**
 * Kernels under Oclgrind, where it is installed, by its command {@code oclgrind-kernel}, which needs no host program: races,
 * accesses out of bounds, divergent barriers. Of each kernel the first launch is tried.
 */
final class OclgrindRun {
    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private OclgrindRun() {}

    /** The command, if it is installed. */
    static Optional<Path> command() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .map(folder -> Path.of(folder, "oclgrind-kernel"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What it finds, in a sentence; empty if nothing. */
    static Optional<String> fault(Path command, Computation computation, long size) {
        Map<String, Object> values = computation.values(size, 3);
        Map<String, Launch> first = new HashMap<>();
        HostCode.launches(computation.unit(), values).forEach(launch -> first.putIfAbsent(launch.kernel(), launch));
        for (Launch launch : first.values()) {
            Optional<String> fault = fault(command, computation, launch, values);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fault(
            Path command, Computation computation, Launch launch, Map<String, Object> values) {
        try {
            Path folder = Files.createTempDirectory("plegma-oclgrind");
            try {
                Files.writeString(folder.resolve("kernels.cl"), computation.kernels());
                Files.writeString(folder.resolve("launch.sim"), simulation(computation, launch, values));
                Path log = folder.resolve("log");
                Process process = new ProcessBuilder(
                                command.toString(), "--data-races", "--log", log.toString(), "launch.sim")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
                WorkLimit.End end;
                try {
                    end = LIMIT.await(process);
                } finally {
                    WorkLimit.kill(process);
                }
                if (end != WorkLimit.End.OVER) {
                    return Optional.of("Oclgrind: " + launch.kernel() + " has not ended: it " + LIMIT.text(end));
                }
                List<String> report = Files.exists(log) ? Files.readAllLines(log) : List.of();
                if (process.exitValue() != 0 && report.isEmpty()) {
                    return Optional.of("Oclgrind cannot run " + launch.kernel() + ": "
                            + Files.readString(folder.resolve("output")).strip());
                }
                return report.stream()
                        .filter(line -> !line.isBlank())
                        .findFirst()
                        .map(line -> "Oclgrind: " + line.strip() + " in " + launch.kernel());
            } finally {
                try (Stream<Path> files = Files.list(folder)) {
                    files.forEach(file -> file.toFile().delete());
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.util.concurrent.CancellationException("The run under Oclgrind was interrupted.");
        }
    }

    private static String simulation(Computation computation, Launch launch, Map<String, Object> values) {
        List<String> types = computation.parameterTypes(launch.kernel());
        StringBuilder text = new StringBuilder("kernels.cl\n" + launch.kernel() + "\n");
        text.append(three(launch.global())).append(three(launch.local())).append('\n');
        for (int i = 0; i < launch.arguments().size(); i++) {
            String type = types.get(i);
            int bytes = type.matches(".*(long|double|size_t)") ? 8 : 4;
            Object argument = launch.arguments().get(i);
            if (argument instanceof Launch.Local local) {
                text.append("<size=").append(local.elements() * bytes).append(">\n");
            } else if (argument instanceof String array) {
                Object value = Objects.requireNonNull(values.get(array), "arrays of launches have values");
                text.append(array(value, type, bytes));
            } else {
                boolean real = type.matches("float|double");
                Number number = (Number) argument;
                text.append("<size=" + bytes + " " + type + ">\n")
                        .append(real ? (Object) number.doubleValue() : (Object) number.longValue())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String array(Object values, String type, int bytes) {
        int length = Array.getLength(values);
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            String number = String.valueOf(Array.get(values, i)).toLowerCase(Locale.ROOT);
            numbers.add(number.equals("nan") ? "0" : number);
        }
        return "<size=" + (long) length * bytes + " " + type + ">\n" + String.join(" ", numbers) + "\n";
    }

    private static String three(List<Long> sizes) {
        StringBuilder text = new StringBuilder();
        for (int d = 0; d < 3; d++) {
            text.append(d < sizes.size() ? sizes.get(d) : 1).append(d < 2 ? " " : "\n");
        }
        return text.toString();
    }
}
