package org.plegma.expr.syntax;

import java.util.List;
import org.plegma.expr.syntax.Token.Kind;

/** A position in a list of tokens that ends with {@link Kind#END_OF_SOURCE}. */
final class TokenReader {
    private final List<Token> tokens;
    private int at;

    TokenReader(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return peek(0);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        return tokens.get(Math.min(at++, tokens.size() - 1));
    }

    boolean take(String symbol) {
        boolean found = peek().is(symbol);
        if (found) {
            at++;
        }
        return found;
    }

    Token expect(String symbol, String where, String cure) {
        if (!peek().is(symbol)) {
            throw new Fault(
                    peek().span(), "Expected '" + symbol + "' " + where + ", found " + peek().shown() + ".", cure);
        }
        return next();
    }

    /** Takes the end of a statement, or says what is too much. */
    void endStatement() {
        Token token = peek();
        if (token.kind() == Kind.END_OF_STATEMENT) {
            at++;
            return;
        }
        String cure = Neighbours.cure(tokens.subList(0, Math.min(at, tokens.size())), token);
        throw new Fault(
                token.span(), "Expected an operator or the end of the line, found " + token.shown() + ".", cure);
    }

    void expectEnd() {
        if (peek().kind() != Kind.END_OF_SOURCE) {
            throw new Fault(
                    peek().span(),
                    "Expected one expression, found " + peek().shown() + " after it.",
                    "Remove what follows the expression.");
        }
    }

    void skipStatement() {
        while (peek().kind() != Kind.END_OF_STATEMENT && peek().kind() != Kind.END_OF_SOURCE) {
            at++;
        }
        if (peek().kind() == Kind.END_OF_STATEMENT) {
            at++;
        }
    }
}
