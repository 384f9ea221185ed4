package org.plegma.rewrite.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.rewrite.text.CToken.Kind;

/** Cuts OpenCL C into tokens; comments go to a list of their own. */
public final class CLexer {
    private static final Pattern TOKEN = Pattern.compile(
            "(?<space>[\\s\\u00a0]++|\\\\\\r?\\n)"
                    + "|(?<comment>//[^\\n]*+|/\\*[\\s\\S]*?\\*/)"
                    + "|(?<name>[A-Za-z_]\\w*+)"
                    + "|(?<number>(?:0[xX][0-9a-fA-F.]++(?:[pP][+-]?\\d++)?|(?:\\d++\\.?\\d*+|\\.\\d++)(?:[eE][+-]?\\d++)?)[fFhHuUlLdD]*+)"
                    + "|(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)++')"
                    + "|(?<hole>\\$[A-Za-z_]\\w*+(?::[A-Za-z]\\w*+)?(?:\\.\\.\\.)?)"
                    + "|(?<symbol><<=|>>=|\\.\\.\\.|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]=|/(?!\\*)|[-+*%&|^~!<>=?:;,.(){}\\[\\]])");

    /** A directive goes to the end of its line; a backslash there or an open comment carries it on. */
    private static final Pattern DIRECTIVE = Pattern.compile("#(?:/\\*[\\s\\S]*?\\*/|//[^\\n]*+|\\\\\\r?\\n|[^\\n])*+");

    private final Source source;
    private final boolean pattern;
    public final List<CToken> tokens = new ArrayList<>();
    public final List<CToken> comments = new ArrayList<>();

    /** @param pattern whether holes are allowed */
    public CLexer(Source source, boolean pattern) {
        this.source = source;
        this.pattern = pattern;
        run();
    }

    private void run() {
        String text = source.text;
        Matcher token = TOKEN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '#' && beginsLine(at)) {
                Matcher directive = DIRECTIVE.matcher(text).region(at, text.length());
                directive.lookingAt();
                tokens.add(new CToken(Kind.DIRECTIVE, directive.group().stripTrailing(), at, directive.end()));
                at = directive.end();
                continue;
            }
            if (!token.region(at, text.length()).lookingAt()) {
                throw unknown(at);
            }
            if (token.group("comment") != null) {
                comments.add(new CToken(Kind.STRING, token.group().stripTrailing(), at, token.end()));
            } else if (token.group("space") == null) {
                add(token, at);
            }
            at = token.end();
        }
        tokens.add(new CToken(Kind.END, "", text.length(), text.length()));
    }

    private void add(Matcher token, int at) {
        if (token.group("hole") != null && !pattern) {
            throw source.fault(
                    at,
                    token.end(),
                    "'" + token.group() + "' is a variable of a rule, not OpenCL C.",
                    "Use it within the source or destination of a rule only.");
        }
        Kind kind = token.group("name") != null
                ? Kind.NAME
                : token.group("number") != null
                        ? Kind.NUMBER
                        : token.group("string") != null
                                ? Kind.STRING
                                : token.group("hole") != null ? Kind.HOLE : Kind.SYMBOL;
        tokens.add(new CToken(kind, token.group(), at, token.end()));
    }

    private boolean beginsLine(int at) {
        int i = at - 1;
        while (i >= 0 && (source.text.charAt(i) == ' ' || source.text.charAt(i) == '\t')) {
            i--;
        }
        return i < 0 || source.text.charAt(i) == '\n';
    }

    private CodeException unknown(int at) {
        String text = source.text;
        if (text.startsWith("/*", at)) {
            return source.fault(at, at + 2, "This comment does not end.", "Close it with '*/'.");
        }
        if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
            return source.fault(at, at + 1, "This string does not end in its line.", "Close it with the same quote.");
        }
        String character = Character.toString(text.codePointAt(at));
        return source.fault(
                at,
                at + character.length(),
                "'" + character + "' does not belong to OpenCL C.",
                character.equals("#") ? "A directive must be alone in its line." : "Remove it.");
    }
}
