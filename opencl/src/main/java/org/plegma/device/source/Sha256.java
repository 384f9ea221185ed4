package org.plegma.device.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest of texts and bytes, which stands for them in the keys of caches and stores. */
public final class Sha256 {
    private final MessageDigest digest;

    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /** Takes the text in as UTF-8. Nothing marks its end: {@code "ab", "c"} and {@code "a", "bc"} are the same. */
    public Sha256 add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the bytes in. */
    public Sha256 add(byte... bytes) {
        digest.update(bytes);
        return this;
    }

    /** Takes in what remains of the buffer. */
    public Sha256 add(ByteBuffer bytes) {
        digest.update(bytes);
        return this;
    }

    /** The 32 bytes of the digest. After it nothing can be added. */
    public byte[] bytes() {
        return digest.digest();
    }

    /** The digest in 64 hexadecimal digits. After it nothing can be added. */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }
}
