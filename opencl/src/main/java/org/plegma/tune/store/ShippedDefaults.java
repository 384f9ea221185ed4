package org.plegma.tune.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The best parameters that come with Plegma, a resource file {@code defaults/DEVICE.jsonl} a device, in the format of
 * the store.
 *
 * <p>They are found by the device's name; neither driver nor source need match, for they only say where to begin: every
 * one is checked against the space and the device as they are now. {@link TuningStore#winners} writes such lines.
 */
final class ShippedDefaults {
    /** Those in this package's resources. */
    static final ShippedDefaults OF_PLEGMA = new ShippedDefaults(ShippedDefaults::resource);

    private final Function<String, Stream<String>> linesOfFile;

    ShippedDefaults(Function<String, Stream<String>> linesOfFile) {
        this.linesOfFile = linesOfFile;
    }

    Stream<TrialJson.Line> lines(String deviceName) {
        return linesOfFile.apply(fileName(deviceName)).flatMap(text -> TrialJson.read(text).stream());
    }

    /** The file of a device: {@code nvidia-h200.jsonl} for {@code NVIDIA H200}. PoCL's name of every CPU is one file. */
    static String fileName(String deviceName) {
        String name = deviceName.startsWith("pthread") || deviceName.startsWith("cpu-") ? "pocl-cpu" : deviceName;
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "") + ".jsonl";
    }

    private static Stream<String> resource(String file) {
        try (InputStream in = ShippedDefaults.class.getResourceAsStream("defaults/" + file)) {
            return in == null ? Stream.empty() : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the defaults of " + file + " from the jar.", e);
        }
    }
}
