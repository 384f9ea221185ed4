package org.plegma.kernel.cell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Random cells that a session must survive: patterns after the kinds of javac's negative tests, with names of a small
 * pool, so that they redefine each other, and with their tokens damaged now and then. In the patterns {@code @v} is a
 * variable, {@code @m} a method, {@code @T} a type, {@code @L} a name of {@code java.lang} and {@code @n} a number.
 */
final class HostileCells {
    private static final Pattern HOLE = Pattern.compile("@(40K|40U|70K|NEST|MANY|PLUS|BLOCKS|[vmTLn])");
    private static final Pattern TOKEN =
            Pattern.compile("\\s+|[\\w$]+|\"[^\"\\n]*\"|->|::|[=!<>]=|&&|\\|\\||.", Pattern.DOTALL);
    private static final String[] VARIABLES = {"a", "b", "c", "x", "y", "größe", "list", "A"};
    private static final String[] METHODS = {"f", "g", "h", "a", "run", "A"};
    private static final String[] TYPES = {"A", "B", "C", "D", "List", "Point", "String", "Object", "int"};
    private static final String[] LANGUAGE = {
        "Object", "String", "Integer", "Throwable", "Exception", "Class", "System", "Math", "Override", "Void",
                "Iterable",
        "Record", "Enum", "RuntimeException", "StringBuilder", "Thread", "List", "Map", "Optional", "REPL", "java",
                "Long"
    };
    private static final String[] ODD = {
        "\u0000", "\u202e", "\ufeff", "\ud83d", "\udc00", "\u00a0", "\u2028", "\u001a", "\r", "`", "\\", "#", "\"",
        "\"\"\"", "'", "/*", "*/", "//", "\\u", "\\u0022", "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", ".", "@",
        "->", "::", "...", "var", "class", "static", "final", "new", "return", "this", "null", "0x", "1e", "1L"
    };

    private final Random random;
    private final List<String> patterns;

    HostileCells(long seed) {
        random = new Random(seed);
        try (InputStream in = HostileCells.class.getResourceAsStream("hostile-cells.txt")) {
            patterns = List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n----\n"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A cell of one to three patterns, one in three of them damaged. */
    String next() {
        StringBuilder cell = new StringBuilder();
        for (int parts = 1 + random.nextInt(3) * random.nextInt(2); parts > 0; parts--) {
            cell.append(filled(one(patterns))).append('\n');
        }
        return random.nextInt(3) == 0 ? damaged(cell.toString()) : cell.toString();
    }

    private String filled(String pattern) {
        return HOLE.matcher(pattern).replaceAll(hole -> Matcher.quoteReplacement(filling(hole.group(1))));
    }

    private String filling(String hole) {
        return switch (hole) {
            case "v" -> one(VARIABLES);
            case "m" -> one(METHODS);
            case "T" -> one(TYPES);
            case "L" -> one(LANGUAGE);
            case "n" -> "" + random.nextInt(5);
            case "40K" -> "k".repeat(40_000);
            case "40U" -> "ü".repeat(40_000);
            case "70K" -> "K".repeat(70_000);
            case "NEST" -> "(".repeat(3000) + "1" + ")".repeat(3000);
            case "MANY" -> "1234567,".repeat(20_000);
            case "PLUS" -> "\"a\" + ".repeat(2000) + "1";
            default -> "{".repeat(2000) + "}".repeat(2000);
        };
    }

    /** With one to three tokens taken out, doubled, exchanged or replaced, or cut off. */
    private String damaged(String cell) {
        List<String> tokens = new ArrayList<>(
                TOKEN.matcher(cell).results().map(token -> token.group()).toList());
        for (int times = 1 + random.nextInt(3); times > 0 && !tokens.isEmpty(); times--) {
            int at = random.nextInt(tokens.size());
            switch (random.nextInt(6)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, tokens.get(at));
                case 2 -> tokens.set(at, tokens.set(random.nextInt(tokens.size()), tokens.get(at)));
                case 3 -> tokens.set(at, one(ODD));
                case 4 -> tokens.add(at, one(ODD));
                default -> tokens.subList(at, tokens.size()).clear();
            }
        }
        return String.join("", tokens);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String one(String[] of) {
        return of[random.nextInt(of.length)];
    }
}
