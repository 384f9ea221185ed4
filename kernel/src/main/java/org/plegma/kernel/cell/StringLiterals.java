package org.plegma.kernel.cell;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds constants that are too long for a class file, before the compiler does: in JDK 17 its code generator keeps such a
 * string and puts it into every class that it writes from then on.
 */
final class StringLiterals {
    /** The most bytes of a constant, in the modified UTF-8 of class files: the compiler wants one less than they hold. */
    static final int MOST_BYTES = 0xFFFE;

    static final String CURE =
            "Read the text from a file, or keep its parts in variables and join those: the compiler makes"
                    + " one constant of \"a\" + \"b\".";

    private static final int MOST_BYTES_OF_CHAR = 3;
    private static final int LAST_OF_ONE_BYTE = 0x7F;
    private static final int LAST_OF_TWO_BYTES = 0x7FF;
    private static final int HEXADECIMAL = 16;
    private static final String TEXT_BLOCK = "\"\"\"";

    /** An escape whose backslash is not escaped itself. */
    private static final Pattern UNICODE_ESCAPE = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*+)\\\\u+(\\p{XDigit}{4})");

    private final String source;

    private StringLiterals(String source) {
        this.source = source;
    }

    /** A string or text block that is too long for a class file. */
    record TooLong(int offset, int bytes) {
        String message() {
            return "this text takes " + bytes + " bytes of UTF-8: expected at most " + MOST_BYTES + " in a constant";
        }
    }

    /** The first literal that is too long; null if there is none. */
    static @Nullable TooLong tooLong(String source) {
        return source.length() <= MOST_BYTES / MOST_BYTES_OF_CHAR ? null : new StringLiterals(source).first();
    }

    private @Nullable TooLong first() {
        int i = 0;
        while (i < source.length()) {
            if (source.startsWith("//", i)) {
                i = after("\n", i);
            } else if (source.startsWith("/*", i)) {
                i = after("*/", i + 2);
            } else if (source.charAt(i) == '\'') {
                i = close("'", i + 1).orElse(i + 1);
            } else if (source.charAt(i) == '"') {
                String quote = source.startsWith(TEXT_BLOCK, i) ? TEXT_BLOCK : "\"";
                int end = close(quote, i + quote.length()).orElse(i + quote.length());
                if (end - i > MOST_BYTES / MOST_BYTES_OF_CHAR) {
                    int bytes = bytes(value(source.substring(i, end), quote));
                    if (bytes > MOST_BYTES) {
                        return new TooLong(i, bytes);
                    }
                }
                i = end;
            } else {
                i++;
            }
        }
        return null;
    }

    private int after(String end, int from) {
        int at = source.indexOf(end, from);
        return at < 0 ? source.length() : at + end.length();
    }

    /** The index after the closing quote; empty if the literal is not closed, which the compiler says better. */
    private OptionalInt close(String quote, int from) {
        for (int i = from; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '\\') {
                i++;
            } else if (source.startsWith(quote, i)) {
                return OptionalInt.of(i + quote.length());
            } else if (c == '\n' && quote.length() == 1) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /** The text that a literal stands for; as it is written, if the compiler will complain of its escapes. */
    private static String value(String literal, String quote) {
        String text = withoutUnicodeEscapes(literal.substring(quote.length(), literal.length() - quote.length()));
        try {
            if (quote.equals(TEXT_BLOCK)) {
                text = text.substring(text.indexOf('\n') + 1).stripIndent();
            }
            return text.translateEscapes();
        } catch (IllegalArgumentException wrongEscape) {
            return text;
        }
    }

    private static String withoutUnicodeEscapes(String text) {
        return UNICODE_ESCAPE
                .matcher(text)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(1) + (char) Integer.parseInt(escape.group(2), HEXADECIMAL)));
    }

    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c == 0 ? 2 : c <= LAST_OF_ONE_BYTE ? 1 : c <= LAST_OF_TWO_BYTES ? 2 : MOST_BYTES_OF_CHAR;
        }
        return bytes;
    }
}
