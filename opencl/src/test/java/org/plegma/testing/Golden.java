package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that tests expect, in files. After a wanted change {@code -Dplegma.golden=rewrite} writes them anew: read the difference
 * before you keep it.
 */
public final class Golden {
    /** Whether the files are written instead of compared. */
    public static final boolean REWRITES = "rewrite".equals(System.getProperty("plegma.golden"));

    private Golden() {}

    /** Fails if a text is not that of its file. */
    public static void check(Path file, CharSequence found) throws IOException {
        check(file, found, file + " has another text; -Dplegma.golden=rewrite writes it anew.");
    }

    /** The same with a sentence for whoever sees it fail. */
    public static void check(Path file, CharSequence found, String cure) throws IOException {
        if (REWRITES) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, found);
        }
        assertEquals(Files.readString(file), found.toString(), cure);
    }
}
