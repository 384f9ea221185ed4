package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StringLiteralsTest {
    private static final int LONGEST = StringLiterals.MOST_BYTES;

    private static void assertTooLong(int offset, int bytes, String source) {
        StringLiterals.TooLong found = StringLiterals.tooLong(source);
        assertNotNull(found, () -> source.substring(0, 50));
        assertEquals(offset, found.offset());
        assertEquals(bytes, found.bytes());
    }

    /** What Java's own writer of modified UTF-8 takes for a text, so that both count alike. */
    private static boolean javaTakes(String text) throws IOException {
        try {
            new DataOutputStream(new ByteArrayOutputStream()).writeUTF(text);
            return true;
        } catch (UTFDataFormatException tooLong) {
            return false;
        }
    }

    @Test
    void theLimitIsInBytes() throws IOException {
        for (String letter : List.of("x", "\u0001", "\u007f", "ü", "\u07ff", "\u0800", "中", "\uffff")) {
            int bytes = letter.charAt(0) <= 0x7f ? 1 : letter.charAt(0) <= 0x7ff ? 2 : 3;
            String fits = letter.repeat(LONGEST / bytes);
            assertNull(StringLiterals.tooLong("s = \"" + fits + "\";"), letter);
            assertEquals(true, javaTakes(fits));
            String over = fits + "xx".repeat(LONGEST % bytes) + letter;
            assertNotNull(StringLiterals.tooLong("s = \"" + over + "\";"), letter);
            assertEquals(false, javaTakes(over + "x"));
        }
        assertTooLong(4, 68_000, "s = \"" + "😀".repeat(17_000 * 2 / 3) + "xx\";");
    }

    @Test
    void escapesCountAsWhatTheyStandFor() {
        assertNull(StringLiterals.tooLong("\"" + "\\n".repeat(60_000) + "\""));
        assertNull(StringLiterals.tooLong("\"" + "\\u0041".repeat(60_000) + "\""));
        assertTooLong(0, 66_000, "\"" + "\\uu00e9".repeat(33_000) + "\"");
        assertTooLong(0, 80_000, "\"" + "\\\\u".repeat(40_000) + "\"");
        assertTooLong(0, 80_000, "\"" + "\\0".repeat(40_000) + "\"");
        assertTooLong(0, 70_000, "\"" + "\\\"".repeat(70_000) + "\"");
    }

    @Test
    void textBlocksCountWithoutTheirIndent() {
        assertNull(StringLiterals.tooLong("s = \"\"\"\n" + ("        x\n").repeat(30_000) + "        \"\"\";"));
        assertTooLong(4, 80_000, "s = \"\"\"\n" + ("        x\n").repeat(40_000) + "        \"\"\";");
        assertTooLong(4, 70_001, "s = \"\"\"\n" + "x".repeat(70_000) + "\n\"\"\";");
        assertTooLong(0, 70_001, "\"\"\"  \n\\\"\"\"" + "x".repeat(69_998) + "\"\"\"");
    }

    @Test
    void commentsCharactersAndOpenStringsAreNoLiterals() {
        String text = "x".repeat(70_000);
        assertNull(
                StringLiterals.tooLong("// \"" + text + "\"\n/* \"" + text + "\" */ '\"'; '\\''; int " + text + ";"));
        assertNull(StringLiterals.tooLong("\"open\n" + text + "\n\""));
        assertTooLong(9, 70_000, "c = '\"' +\"" + text + "\";");
        assertTooLong(6, 70_000, "\"a\" + \"" + text + "\";");
        assertTooLong(4, 70_000, "/**/\"" + text + "\"");
    }
}
