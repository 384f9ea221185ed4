package org.plegma.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sources for tests: pieces of a resource, each headed by a line {@code //// name}. */
public final class Corpus {
    private Corpus() {}

    public static Map<String, String> kernels() {
        return pieces("corpus/kernels.cl");
    }

    public static Map<String, String> loops() {
        return pieces("corpus/loops.java.txt");
    }

    static String resource(String name) {
        try (InputStream in = Corpus.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> pieces(String resource) {
        Map<String, String> pieces = new LinkedHashMap<>();
        for (String piece : resource(resource).split("(?m)^//// ")) {
            if (!piece.isBlank()) {
                int end = piece.indexOf('\n');
                if (pieces.put(piece.substring(0, end), piece.substring(end + 1)) != null) {
                    throw new IllegalStateException("two pieces " + piece.substring(0, end));
                }
            }
        }
        return pieces;
    }
}
