package org.plegma.rewrite;

import java.util.List;

/** A position in the tokens of a source. */
final class CTokens {
    final Source source;
    private final List<CToken> tokens;
    private int at;

    CTokens(Source source, List<CToken> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    CToken peek() {
        return peek(0);
    }

    CToken peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    CToken next() {
        CToken token = peek();
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    boolean is(String text) {
        return peek().is(text);
    }

    boolean is(CToken.Kind kind) {
        return peek().kind() == kind;
    }

    boolean take(String text) {
        boolean found = is(text);
        if (found) {
            next();
        }
        return found;
    }

    CToken expect(String symbol, String where) {
        if (!is(symbol)) {
            throw fault(
                    "Expected '" + symbol + "' " + where + ", found " + peek().shown() + ".",
                    "Write '" + symbol
                            + "' here; if a macro stands for more than one expression, statement or type, write it out.");
        }
        return next();
    }

    CodeException fault(String cause, String cure) {
        return source.fault(peek().start(), peek().end(), cause, cure);
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    /** The place from a token's start to the end of the last token taken. */
    Place from(CToken first) {
        return source.place(
                first.start(),
                Math.max(first.end(), tokens.get(Math.max(0, at - 1)).end()));
    }

    /** The text of the tokens from a mark to here, with blanks in a manner of its own. */
    String textFrom(int mark) {
        StringBuilder text = new StringBuilder();
        for (int i = mark; i < at; i++) {
            if (i > mark && isApart(tokens.get(i - 1), tokens.get(i))) {
                text.append(' ');
            }
            text.append(tokens.get(i).text());
        }
        return text.toString();
    }

    private static boolean isApart(CToken left, CToken right) {
        boolean joined =
                left.is("(") || left.is("[") || right.is(")") || right.is("]") || right.is(",") || right.is(";");
        boolean call = right.is("(") && left.kind() != CToken.Kind.SYMBOL;
        return !joined && !call;
    }
}
