package org.plegma.device.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** OpenCL C cut into tokens, not parsed: with the bodies of its macros among them, and those of the build options apart. */
final class SourceTokens {
    private static final Pattern TOKEN =
            Pattern.compile("(?<space>\\s++|\\\\\\r?\\n|//[^\\n]*+|/\\*[\\s\\S]*?(?:\\*/|\\z))"
                    + "|(?<name>[A-Za-z_]\\w*+)"
                    + "|(?<number>\\.?\\d(?:[eEpP][+-]|[\\w.])*+)"
                    + "|(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*+\"?|'(?:[^'\\\\\\n]|\\\\.)*+'?)"
                    + "|(?<symbol><<=|>>=|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|[\\s\\S])");
    private static final Pattern DIRECTIVE =
            Pattern.compile("(?m)^[ \\t]*#(?:/\\*[\\s\\S]*?\\*/|//[^\\n]*+|\\\\\\r?\\n|[^\\n])*+");
    private static final Pattern DEFINE = Pattern.compile("[ \\t]*#\\s*define\\s+(\\w+)(\\([^)]*\\))?");
    private static final Pattern DEFINITION = Pattern.compile("-D\\s*(\\w+)(?:=(.*))?", Pattern.DOTALL);

    enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL,
        /** Where a directive begins or ends. */
        EDGE
    }

    record Token(Kind kind, String text, int start, int end, boolean inMacro) {
        boolean is(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }
    }

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private final Map<String, List<List<Token>>> macros = new HashMap<>();

    SourceTokens(String source, List<String> options) {
        this.source = source;
        readAll();
        for (String option : options) {
            Matcher definition = DEFINITION.matcher(option);
            if (definition.matches()) {
                String value = definition.group(2) == null ? "1" : definition.group(2);
                List<Token> body = new ArrayList<>();
                read(value, 0, value.length(), body, true);
                macros.computeIfAbsent(definition.group(1), name -> new ArrayList<>())
                        .add(body);
            }
        }
    }

    List<Token> tokens() {
        return tokens;
    }

    /** What each name stands for; nothing where it has parameters. */
    Map<String, List<List<Token>>> macros() {
        return macros;
    }

    // Reading.

    private void readAll() {
        Matcher directive = DIRECTIVE.matcher(source);
        int from = 0;
        while (directive.find()) {
            if (directive.start() < from || insideComment(from, directive.start())) {
                continue;
            }
            read(source, from, directive.start(), tokens, false);
            edge(directive.start());
            Matcher define = DEFINE.matcher(source).region(directive.start(), directive.end());
            if (define.lookingAt()) {
                List<Token> body = new ArrayList<>();
                read(source, define.end(), directive.end(), body, true);
                tokens.addAll(body);
                macros.computeIfAbsent(define.group(1), name -> new ArrayList<>())
                        .add(define.group(2) == null ? body : List.of());
            }
            edge(directive.end());
            from = directive.end();
        }
        read(source, from, source.length(), tokens, false);
    }

    /** Whether a comment that begins after {@code from} is open at {@code at}. */
    private boolean insideComment(int from, int at) {
        Matcher token = TOKEN.matcher(source);
        int i = from;
        while (i < at && token.region(i, source.length()).lookingAt()) {
            i = token.end();
            if (i > at && token.group().startsWith("/*")) {
                return true;
            }
        }
        return false;
    }

    private void edge(int at) {
        tokens.add(new Token(Kind.EDGE, "", at, at, false));
    }

    private static void read(String text, int from, int to, List<Token> into, boolean inMacro) {
        Matcher token = TOKEN.matcher(text);
        for (int i = from; i < to && token.region(i, to).lookingAt(); i = token.end()) {
            if (token.group("space") == null) {
                Kind kind = token.group("name") != null
                        ? Kind.NAME
                        : token.group("number") != null
                                ? Kind.NUMBER
                                : token.group("string") != null ? Kind.STRING : Kind.SYMBOL;
                into.add(new Token(kind, token.group(), i, token.end(), inMacro));
            }
        }
    }

    /** The bracket that closes the one at a token; -1 if none does before a directive or the end. */
    int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size() && tokens.get(i).kind() != Kind.EDGE; i++) {
            Token token = tokens.get(i);
            depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
