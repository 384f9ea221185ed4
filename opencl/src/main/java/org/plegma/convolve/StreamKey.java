package org.plegma.convolve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.plegma.array.Shapes;

/** What tells one piece of work from another: a digest of the settings, of what the input is, and of some of its rows. */
final class StreamKey {
    private static final int SAMPLES = 16;
    private static final int LETTERS = 32;

    private StreamKey() {}

    static String of(StreamSource source, String settings, double[] numbers) throws IOException {
        MessageDigest digest = sha256();
        int[] shape = source.shape();
        String text = settings + "\n" + source.type() + " " + Shapes.text(shape) + "\n" + source.identity();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        ByteBuffer row =
                ByteBuffer.allocateDirect(Math.toIntExact(source.rowBytes())).order(ByteOrder.nativeOrder());
        for (int i = 0; i < Math.min(SAMPLES, shape[0]); i++) {
            source.read((int) ((shape[0] - 1L) * i / Math.max(1, SAMPLES - 1)), 1, row.clear());
            digest.update(row.clear());
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, LETTERS);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
