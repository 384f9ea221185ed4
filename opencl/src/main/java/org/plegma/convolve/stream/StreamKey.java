package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.array.ArrayShapes;
import org.plegma.device.source.Sha256;

/**
 * What tells one piece of work from another, in a line: the settings, and a digest of what the input is and of some of its
 * rows. It is text that can be read, so that one can be told what is different.
 */
public final class StreamKey {
    private static final int SAMPLES = 16;
    private static final int LETTERS = 16;
    private static final String BETWEEN = "; ";
    private static final String IS = ": ";

    private StreamKey() {}

    /** @param settings names and values, in a fixed order */
    public static String of(StreamSource source, Map<String, String> settings) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>(settings);
        parts.put("input", input(source));
        return parts.entrySet().stream()
                .map(part -> part.getKey() + IS + part.getValue())
                .collect(Collectors.joining(BETWEEN));
    }

    private static String input(StreamSource source) throws IOException {
        int[] shape = source.shape();
        String text = source.type() + " " + ArrayShapes.text(shape) + "\n" + source.identity();
        Sha256 digest = new Sha256().add(text);
        ByteBuffer row =
                ByteBuffer.allocateDirect(Math.toIntExact(source.rowBytes())).order(ByteOrder.nativeOrder());
        int samples = Math.min(SAMPLES, shape[0]);
        for (int i = 0; i < samples; i++) {
            source.read((int) ((shape[0] - 1L) * i / Math.max(1, samples - 1)), 1, row.clear());
            digest.add(row.clear());
        }
        return letters(digest);
    }

    /** A short text for many numbers, another one if a bit is different. */
    public static String digest(double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Double.BYTES));
        bytes.asDoubleBuffer().put(numbers);
        return letters(new Sha256().add(bytes));
    }

    private static String letters(Sha256 digest) {
        return digest.hex().substring(0, LETTERS);
    }

    /** What makes two keys different, such as {@code "filter 5a0c, now 77e1"}. */
    static String difference(String then, String now) {
        Map<String, String> before = parts(then);
        Map<String, String> after = parts(now);
        if (!before.keySet().equals(after.keySet())) {
            return "the work, now " + now;
        }
        return after.entrySet().stream()
                .filter(part -> !part.getValue().equals(before.get(part.getKey())))
                .map(part -> part.getKey() + " " + before.get(part.getKey()) + ", now " + part.getValue())
                .collect(Collectors.joining(BETWEEN));
    }

    private static Map<String, String> parts(String key) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : key.split(BETWEEN)) {
            String[] both = part.split(IS, 2);
            parts.put(both[0], both.length > 1 ? both[1] : "");
        }
        return parts;
    }
}
