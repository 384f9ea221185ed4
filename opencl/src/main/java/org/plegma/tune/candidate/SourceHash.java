package org.plegma.tune.candidate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest by which the store tells versions of a kernel apart. */
public final class SourceHash {
    private static final int HEX_DIGITS = 16;

    private SourceHash() {}

    /** The first 16 hex digits of the SHA-256 of these texts, in order. */
    public static String of(String... texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                digest.update(text.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0); // so that ("ab", "c") and ("a", "bc") differ
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
