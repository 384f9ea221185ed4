package org.plegma.tune.candidate;

import org.plegma.device.source.Sha256;

/** The digest by which the store tells versions of a kernel apart. */
public final class SourceHash {
    private static final int HEX_DIGITS = 16;

    private SourceHash() {}

    /** The first 16 hex digits of the SHA-256 of these texts, in order. */
    public static String of(String... texts) {
        Sha256 digest = new Sha256();
        for (String text : texts) {
            digest.add(text).add((byte) 0); // so that ("ab", "c") and ("a", "bc") differ
        }
        return digest.hex().substring(0, HEX_DIGITS);
    }
}
