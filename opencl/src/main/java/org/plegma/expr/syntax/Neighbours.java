package org.plegma.expr.syntax;

import java.util.List;
import org.plegma.expr.hints.Words;
import org.plegma.expr.syntax.Token.Kind;

/** What to write where a token follows a complete expression and cannot. */
final class Neighbours {
    private Neighbours() {}

    /**
     * The cure.
     *
     * @param before all tokens before the one that was found
     */
    static String cure(List<Token> before, Token found) {
        Token last = before.isEmpty() ? found : before.get(before.size() - 1);
        boolean touch = last.span().end() == found.span().start();
        if (found.is("=")) {
            return "Write '==' to compare, or start the next statement on a line of its own.";
        } else if (found.is(")") || found.is("]")) {
            return "Remove it or add the opening bracket.";
        } else if (found.is(",")) {
            return "Numbers have a decimal point, not a comma; each statement has a line of its own.";
        } else if (found.is("!")) {
            return "There is no factorial: write the product out.";
        } else if (found.is(":")) {
            return "Write 'condition ? a : b' for a choice, 'sum(i=1..4, …)' for a range.";
        } else if (found.kind() == Kind.NAME && Words.between(found.text()).isPresent()) {
            return Words.between(found.text()).orElseThrow();
        } else if (last.kind() == Kind.NUMBER && touch) {
            return afterNumber(last, found);
        } else if (last.kind() == Kind.NAME
                && (Symbols.isFunction(last.text())
                        || Symbols.isDifference(last.text())
                        || last.text().equals("sum"))) {
            return "Put what the function is of in parentheses: '" + last.text() + "(…)'.";
        } else if (last.kind() == Kind.NAME && Words.value(last.text()).isPresent()) {
            return Words.value(last.text()).orElseThrow();
        } else if (last.kind() == Kind.NAME && Words.statement(last.text()).isPresent()) {
            return Words.statement(last.text()).orElseThrow();
        } else if (found.kind() == Kind.NUMBER || found.kind() == Kind.NAME || found.is("(") || found.is("[")) {
            return afterPower(before)
                    ? "Write the power of a function behind it: 'sin(u)^2'."
                    : "Put an operator between the two, such as '*', or start a new line.";
        }
        return "Put an operator between the two, such as '*'.";
    }

    private static boolean afterPower(List<Token> before) {
        int n = before.size();
        return n >= 3
                && before.get(n - 2).is("^")
                && Symbols.isFunction(before.get(n - 3).text());
    }

    private static String afterNumber(Token number, Token found) {
        String text = found.text();
        if (found.kind() == Kind.NAME && text.matches("[fFdDlL]")) {
            return "Numbers have no suffix: write '" + number.text() + "'.";
        } else if (found.kind() == Kind.NAME && text.matches("[xXbB][0-9a-fA-F]+")) {
            return "Write the number in decimal.";
        } else if (found.kind() == Kind.NAME && text.matches("_[0-9_]+")) {
            return "Write the number without '_': '" + number.text() + text.replace("_", "") + "'.";
        } else if (found.kind() == Kind.NUMBER) {
            return "A number has one decimal point.";
        }
        return "Write '" + number.text() + "*" + (found.is("(") ? "(…)" : text) + "' to multiply.";
    }
}
