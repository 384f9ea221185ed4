package org.plegma.expr.syntax;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.expr.syntax.Token.Kind;
import org.plegma.expr.tree.ComparisonSign;
import org.plegma.expr.tree.Exact;

/** Reads expressions. The rules follow each other from the loosest operator to the tightest. */
final class ExpressionParser {
    /** Deeper nesting would overflow the stack of this parser and of every pass over the tree. */
    private static final int MAX_DEPTH = 200;

    private static final int MAX_NUMBER_LENGTH = 5000;
    private static final int MAX_EXPONENT = 400;

    private final TokenReader in;
    private int depth;

    ExpressionParser(TokenReader in) {
        this.in = in;
    }

    Ast expression() {
        return nested(() -> {
            Ast condition = junction("||", this::and, Ast.Or::new);
            if (!in.take("?")) {
                return condition;
            }
            Ast then = expression();
            in.expect(":", "between the two values of a choice", "Write 'condition ? value : value'.");
            Ast otherwise = expression();
            return new Ast.Choose(condition.span().to(otherwise.span()), condition, then, otherwise);
        });
    }

    private Ast nested(Supplier<Ast> rule) {
        requireFlat(depth + 1);
        depth++;
        try {
            return rule.get();
        } finally {
            depth--;
        }
    }

    private void requireFlat(int levels) {
        if (levels > MAX_DEPTH) {
            throw new Fault(
                    in.peek().span(),
                    "The expression is nested deeper than " + MAX_DEPTH + " levels.",
                    "Split it into definitions.");
        }
    }

    private Ast and() {
        return junction("&&", this::comparison, Ast.And::new);
    }

    private interface JunctionMaker {
        Ast make(TextRange span, List<Ast> conditions);
    }

    private Ast junction(String operator, Supplier<Ast> operand, JunctionMaker maker) {
        Ast first = operand.get();
        if (!in.peek().is(operator)) {
            return first;
        }
        List<Ast> conditions = new ArrayList<>(List.of(first));
        while (in.take(operator)) {
            conditions.add(operand.get());
        }
        return maker.make(spanOf(conditions), conditions);
    }

    private Ast comparison() {
        Ast left = sum();
        ComparisonSign comparison = comparisonAt(in.peek());
        if (comparison == null) {
            return left;
        }
        in.next();
        Ast right = sum();
        if (comparisonAt(in.peek()) != null) {
            throw new Fault(
                    in.peek().span(),
                    "Comparisons cannot be chained.",
                    "Write 'a < b && b < c' instead of 'a < b < c'.");
        }
        return new Ast.Compare(left.span().to(right.span()), comparison, left, right);
    }

    private static @Nullable ComparisonSign comparisonAt(Token token) {
        for (ComparisonSign comparison : ComparisonSign.values()) {
            if (token.is(comparison.text())) {
                return comparison;
            }
        }
        return null;
    }

    private Ast sum() {
        List<Ast> terms = new ArrayList<>();
        do {
            Token sign = in.peek();
            boolean negative = in.take("-");
            if (!negative) {
                in.take("+");
            }
            Ast term = product();
            terms.add(negative ? new Ast.Negate(sign.span().to(term.span()), term) : term);
        } while (in.peek().is("+") || in.peek().is("-"));
        return terms.size() == 1 ? terms.get(0) : new Ast.Add(spanOf(terms), terms);
    }

    private Ast product() {
        List<Ast> factors = new ArrayList<>(List.of(unary()));
        int divisions = 0;
        while (in.peek().is("*") || in.peek().is("/")) {
            boolean divides = in.next().is("/");
            Ast right = unary();
            if (divides) {
                // Each holds all before it.
                requireFlat(depth + ++divisions);
                Ast dividend = multiply(factors);
                factors = new ArrayList<>(List.of(new Ast.Divide(dividend.span().to(right.span()), dividend, right)));
            } else {
                factors.add(right);
            }
        }
        return multiply(factors);
    }

    private static Ast multiply(List<Ast> factors) {
        return factors.size() == 1 ? factors.get(0) : new Ast.Multiply(spanOf(factors), factors);
    }

    private Ast unary() {
        Token operator = in.peek();
        if (in.take("-")) {
            return prefixed(operator, Ast.Negate::new);
        } else if (in.take("!")) {
            return prefixed(operator, Ast.Not::new);
        }
        return power();
    }

    private interface PrefixMaker {
        Ast make(TextRange span, Ast operand);
    }

    private Ast prefixed(Token operator, PrefixMaker maker) {
        return nested(() -> {
            Ast operand = unary();
            return maker.make(operator.span().to(operand.span()), operand);
        });
    }

    private Ast power() {
        Ast base = atom();
        if (!in.take("^")) {
            return base;
        }
        return nested(() -> {
            Ast exponent = unary();
            return new Ast.Raise(base.span().to(exponent.span()), base, exponent);
        });
    }

    private Ast atom() {
        Token token = in.peek();
        if (token.kind() == Kind.NUMBER) {
            in.next();
            return number(token);
        } else if (token.kind() == Kind.NAME) {
            in.next();
            return named(new Ast.Name(token.span(), token.text()));
        } else if (in.take("(")) {
            Ast inner = expression();
            Token close = closing(")", token);
            return new Ast.Group(token.span().to(close.span()), inner);
        }
        if (token.is(":")) {
            throw noRange(token);
        }
        String cure = token.is("[")
                ? "A list is declared by 'coef c = […]', or stands in 'spacing=[…]'."
                : "Write a number, a name, a field read 'u[x+1]' or '(…)'.";
        throw new Fault(token.span(), "Expected a value, found " + token.shown() + ".", cure);
    }

    private Token closing(String symbol, Token opening) {
        if (!in.peek().is(symbol)) {
            if (in.peek().is(":") && symbol.equals("]")) {
                throw noRange(in.peek());
            }
            throw Fault.unclosed(opening, in.peek(), symbol);
        }
        return in.next();
    }

    private static Fault noRange(Token colon) {
        return new Fault(
                colon.span(),
                "Expected an index or a value, found ':'.",
                "There are no ranges of cells: 'u[x] = u[x-1] + u[x+1]' holds for all; boundaries are told apart from it.");
    }

    private static Ast number(Token token) {
        String text = token.text();
        int exponentAt = Math.max(text.indexOf('e'), text.indexOf('E'));
        String exponent = exponentAt < 0 ? "0" : text.substring(exponentAt + 1);
        if (text.length() > MAX_NUMBER_LENGTH
                || exponent.length() > 5
                || Math.abs(Integer.parseInt(exponent)) > MAX_EXPONENT) {
            throw new Fault(
                    token.span(),
                    "The number is too long or too far from 1.",
                    "Use exponents from -" + MAX_EXPONENT + " to " + MAX_EXPONENT + ".");
        }
        return new Ast.Number(token.span(), Exact.of(new BigDecimal(text)));
    }

    private Ast named(Ast.Name name) {
        if (name.text().equals("sum") && in.peek().is("(")) {
            return sumOver(name);
        } else if (in.peek().is("(")) {
            return invoke(name);
        } else if (in.peek().is("[")) {
            return indexed(name);
        }
        return name;
    }

    private Ast sumOver(Ast.Name name) {
        String cure = "Write 'sum(i=1..4, …)' or 'sum(i=-1..1, j=-1..1, …)'.";
        Token open = in.expect("(", "after 'sum'", cure);
        List<Ast.Range> ranges = new ArrayList<>();
        while (ranges.isEmpty() || in.peek().kind() == Kind.NAME && in.peek(1).is("=")) {
            if (in.peek().kind() != Kind.NAME || !in.peek(1).is("=")) {
                throw new Fault(in.peek().span(), "A sum starts with an index and its range.", cure);
            }
            Token index = in.next();
            in.next();
            Ast from = sum();
            in.expect("..", "between the first and the last value of a sum", cure);
            ranges.add(new Ast.Range(new Ast.Name(index.span(), index.text()), from, sum()));
            in.expect(",", "after the range of a sum", cure);
        }
        Ast body = expression();
        return new Ast.SumOver(name.span().to(closing(")", open).span()), ranges, body);
    }

    private Ast invoke(Ast.Name function) {
        Token open = in.next();
        List<Ast> arguments = new ArrayList<>();
        List<Ast.Named> options = new ArrayList<>();
        while (!in.peek().is(")")) {
            if (in.peek().kind() == Kind.NAME && in.peek(1).is("=")) {
                Token name = in.next();
                in.next();
                Ast value = in.peek().is("[") ? bracketed() : expression();
                options.add(new Ast.Named(new Ast.Name(name.span(), name.text()), value));
            } else {
                arguments.add(expression());
            }
            if (!in.take(",")) {
                break;
            }
        }
        return new Ast.Invoke(function.span().to(closing(")", open).span()), function, arguments, options);
    }

    /** {@code name[i, j]}, or {@code name[i][j]} as Java writes it. */
    Ast.Indexed indexed(Ast.Name base) {
        List<Ast> indices = new ArrayList<>();
        TextRange end = base.span();
        while (in.peek().is("[")) {
            Ast.Bracketed bracketed = list(this::expression);
            indices.addAll(bracketed.items());
            end = bracketed.span();
        }
        return new Ast.Indexed(base.span().to(end), base, indices);
    }

    /** {@code [1, 2, [3, 4]]}. */
    Ast.Bracketed bracketed() {
        return list(() -> in.peek().is("[") ? nested(this::bracketed) : expression());
    }

    private Ast.Bracketed list(Supplier<Ast> item) {
        Token open = in.next();
        List<Ast> items = new ArrayList<>();
        if (!in.peek().is("]")) {
            do {
                items.add(item.get());
            } while (in.take(","));
        }
        return new Ast.Bracketed(open.span().to(closing("]", open).span()), items);
    }

    private static TextRange spanOf(List<Ast> operands) {
        return operands.get(0).span().to(operands.get(operands.size() - 1).span());
    }
}
