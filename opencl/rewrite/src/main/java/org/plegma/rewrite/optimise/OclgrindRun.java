package org.plegma.rewrite.optimise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.device.check.OclgrindProcess;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.Launch;

/**
 * Kernels under Oclgrind, where it is installed: races, accesses out of bounds, divergent barriers. Of each kernel the first
 * launch is tried.
 */
final class OclgrindRun {
    /** Of the processor. */
    private static final int MOST_SECONDS = 60;

    private OclgrindRun() {}

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
                Path code = Files.writeString(folder.resolve("kernels.cl"), computation.kernels());
                Path file = Files.writeString(
                        folder.resolve("launch.sim"), code + "\n" + simulation(computation, launch, values));
                OclgrindProcess process = new OclgrindProcess(
                        launch.kernel(), folder, List.of(command.toString(), "--data-races", file.toString()));
                if (!process.hasEnded(MOST_SECONDS, false)) {
                    return Optional.of("Oclgrind: " + launch.kernel() + " has not come to its end after " + MOST_SECONDS
                            + " s of simulation");
                }
                List<String> report = process.log();
                if (process.exitValue() != 0 && report.isEmpty()) {
                    return Optional.of("Oclgrind cannot run " + launch.kernel() + ": " + process.output());
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
        }
    }

    private static String simulation(Computation computation, Launch launch, Map<String, Object> values) {
        List<String> types = computation.parameterTypes(launch.kernel());
        StringBuilder text = new StringBuilder(launch.kernel() + "\n");
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
