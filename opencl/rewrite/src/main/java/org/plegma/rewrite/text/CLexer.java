package org.plegma.rewrite.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.source.OpenClToken;
import org.plegma.rewrite.text.CToken.Kind;

/** The tokens of OpenCL C and of patterns, as a reader takes them; comments go to a list of their own. */
public final class CLexer {
    private static final Pattern HOLE = Pattern.compile("\\$[A-Za-z_]\\w*+(?::[A-Za-z]\\w*+)?(?:\\.\\.\\.)?");

    private final Source source;
    public final List<CToken> tokens = new ArrayList<>();
    public final List<CToken> comments = new ArrayList<>();

    /** @param pattern whether holes are allowed */
    public CLexer(Source source, boolean pattern) {
        this.source = source;
        String text = source.text;
        Matcher hole = HOLE.matcher(text);
        int directive = 0;
        int end = 0; // of the last token here, which may be several there
        for (OpenClToken token : OpenClToken.cut(text)) {
            int start = token.start();
            if (token.kind() == OpenClToken.Kind.DIRECTIVE) {
                directive = start;
            } else if (token.kind() == OpenClToken.Kind.DIRECTIVE_END) {
                add(Kind.DIRECTIVE, text.substring(directive, start).stripTrailing(), directive, start);
            }
            if (start < end || token.inDirective() || token.kind() == OpenClToken.Kind.SPACE) {
                continue;
            }
            end = token.end();
            if (hole.region(start, text.length()).lookingAt()) {
                end = hole.end();
                if (!pattern) {
                    throw source.fault(
                            start,
                            end,
                            "'" + hole.group() + "' is a variable of a rule, not OpenCL C.",
                            "Use it within the source or destination of a rule only.");
                }
                add(Kind.HOLE, hole.group(), start, end);
            } else if (token.kind() == OpenClToken.Kind.OTHER || !token.isWhole()) {
                throw unknown(token);
            } else if (token.kind() == OpenClToken.Kind.COMMENT) {
                comments.add(new CToken(Kind.STRING, token.text().stripTrailing(), start, end));
            } else {
                add(kind(token), token.text(), start, end);
            }
        }
        add(Kind.END, "", text.length(), text.length());
    }

    private void add(Kind kind, String text, int start, int end) {
        tokens.add(new CToken(kind, text, start, end));
    }

    private static Kind kind(OpenClToken token) {
        return switch (token.kind()) {
            case NAME -> Kind.NAME;
            case NUMBER -> Kind.NUMBER;
            case STRING, CHARACTER -> Kind.STRING;
            default -> Kind.SYMBOL;
        };
    }

    private CodeException unknown(OpenClToken token) {
        int at = token.start();
        return switch (token.kind()) {
            case COMMENT -> source.fault(at, at + 2, "This comment does not end.", "Close it with '*/'.");
            case STRING, CHARACTER -> source.fault(
                    at, at + 1, "This string does not end in its line.", "Close it with the same quote.");
            case NUMBER -> source.fault(
                    at,
                    token.end(),
                    "'" + token.text() + "' is not a number of OpenCL C.",
                    "A number ends with f, h, u, l or ul, or has a blank behind it.");
            default -> source.fault(
                    at,
                    token.end(),
                    "'" + token.text() + "' does not belong to OpenCL C.",
                    token.text().equals("#") ? "A directive must be alone in its line." : "Remove it.");
        };
    }
}
