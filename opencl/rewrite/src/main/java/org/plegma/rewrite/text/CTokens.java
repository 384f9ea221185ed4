package org.plegma.rewrite.text;

import java.util.List;

/** A position in the tokens of a source. */
public final class CTokens {
    public final Source source;
    private final List<CToken> tokens;
    private int at;

    public CTokens(Source source, List<CToken> tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    public CToken peek() {
        return peek(0);
    }

    public CToken peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    public CToken next() {
        CToken token = peek();
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    public boolean is(String text) {
        return peek().is(text);
    }

    public boolean is(CToken.Kind kind) {
        return peek().kind() == kind;
    }

    public boolean take(String text) {
        boolean found = is(text);
        if (found) {
            next();
        }
        return found;
    }

    public CToken expect(String symbol, String where) {
        if (!is(symbol)) {
            throw fault(
                    "Expected '" + symbol + "' " + where + ", found " + peek().shown() + ".",
                    is(CToken.Kind.DIRECTIVE)
                            ? "A directive may stand between statements and declarations, not within one: write out what it chooses."
                            : "Write '" + symbol
                                    + "' here; if a macro stands for more than one expression, statement or type, write it out.");
        }
        return next();
    }

    public CodeException fault(String cause, String cure) {
        return source.fault(peek().start(), peek().end(), cause, cure);
    }

    public int mark() {
        return at;
    }

    public void reset(int mark) {
        at = mark;
    }

    /** The place from a token's start to the end of the last token taken. */
    public Place from(CToken first) {
        return source.place(
                first.start(),
                Math.max(first.end(), tokens.get(Math.max(0, at - 1)).end()));
    }

    /** The text of the tokens from a mark to here, with blanks in a manner of its own. */
    public String textFrom(int mark) {
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
