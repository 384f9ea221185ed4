package org.plegma.expr.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Writes a tree as text with as few parentheses as the precedence of the operators allows. As it stands it writes the
 * formula language without the fields; {@link InfixPrinter} adds those, {@link LatexPrinter} and the printers of
 * generated code override what their language writes otherwise.
 *
 * <p>The precedence is the same in the formula language, in Java and in OpenCL C, except for {@code ^}.
 */
public abstract class ExprPrinter implements Expr.Visitor<ExprPrinter.Text> {

    /** How tightly the outermost operator of a text binds, loosest first. */
    public enum Precedence {
        SELECT,
        OR,
        AND,
        COMPARE,
        SUM,
        PRODUCT,
        POWER,
        ATOM
    }

    /** A piece of text; {@code negative} says that it starts with a minus sign that a sum may take over. */
    public record Text(String text, Precedence precedence, boolean negative) {
        public static Text of(String text, Precedence precedence) {
            return new Text(text, precedence, false);
        }

        public static Text atom(String text) {
            return of(text, Precedence.ATOM);
        }
    }

    public final String print(Expr e) {
        return e.accept(this).text();
    }

    /** The text of an operand, in parentheses if it binds less tightly than {@code loosest} or starts with a minus. */
    protected final String operand(Expr e, Precedence loosest) {
        return operand(e.accept(this), loosest);
    }

    protected final String operand(Text text, Precedence loosest) {
        boolean bare = text.precedence().compareTo(loosest) >= 0 && !text.negative();
        return bare ? text.text() : parentheses(text.text());
    }

    protected String parentheses(String inner) {
        return "(" + inner + ")";
    }

    /** A field read, as this language writes it. */
    @Override
    public abstract Text access(Expr.Access access);

    @Override
    public Text number(Expr.Num number) {
        BigFraction value = number.value();
        boolean negative = Exact.signum(value) < 0;
        String magnitude = Decimals.text(value.abs());
        Precedence precedence = magnitude.contains("/") ? Precedence.PRODUCT : Precedence.ATOM;
        return new Text((negative ? "-" : "") + magnitude, precedence, negative);
    }

    @Override
    public Text pi(Expr.Pi pi) {
        return Text.atom("pi");
    }

    @Override
    public Text bool(Expr.Bool bool) {
        return Text.atom(Boolean.toString(bool.value()));
    }

    @Override
    public Text param(Expr.Param param) {
        return Text.atom(param.name());
    }

    @Override
    public Text local(Expr.Local local) {
        return Text.atom(local.name());
    }

    @Override
    public Text sum(Expr.Sum sum) {
        Text first = sum.terms().get(0).accept(this);
        boolean negative = first.precedence().compareTo(Precedence.PRODUCT) >= 0 && first.negative();
        return new Text(String.join("", terms(sum)), Precedence.SUM, negative);
    }

    /** The terms of a sum, each but the first with its sign and blanks around it. */
    protected final List<String> terms(Expr.Sum sum) {
        List<String> terms = new ArrayList<>();
        for (Expr term : sum.terms()) {
            Text text = term.accept(this);
            boolean bare = text.precedence().compareTo(Precedence.PRODUCT) >= 0;
            String shown = bare ? text.text() : parentheses(text.text());
            if (terms.isEmpty()) {
                terms.add(shown);
            } else if (bare && text.negative()) {
                terms.add(" - " + shown.substring(1));
            } else {
                terms.add(" + " + shown);
            }
        }
        return terms;
    }

    @Override
    public Text product(Expr.Product product) {
        List<Expr> factors = new ArrayList<>(product.factors());
        boolean negative = takeSign(factors);
        StringBuilder out = new StringBuilder(negative ? "-" : "");
        Expr first = factors.get(0);
        out.append(operand(first, first instanceof Expr.Product ? Precedence.POWER : Precedence.PRODUCT));
        for (Expr factor : factors.subList(1, factors.size())) {
            out.append(times()).append(operand(factor, Precedence.POWER));
        }
        return new Text(out.toString(), Precedence.PRODUCT, negative);
    }

    /** What stands between two factors. */
    protected String times() {
        return "*";
    }

    /**
     * Moves the sign of a leading negative number in front of the product. The -1 of a negated product disappears with
     * it, unless a number follows: {@code -1*2*u} would be read back as {@code -2*u}.
     */
    protected static boolean takeSign(List<Expr> factors) {
        if (!(factors.get(0) instanceof Expr.Num number) || Exact.signum(number.value()) >= 0) {
            return false;
        }
        if (number.equals(Exprs.MINUS_ONE) && !(factors.get(1) instanceof Expr.Num)) {
            factors.remove(0);
        } else {
            factors.set(0, Exprs.negate(number));
        }
        return true;
    }

    @Override
    public Text quotient(Expr.Quotient quotient) {
        return Text.of(
                operand(quotient.dividend(), Precedence.PRODUCT) + "/" + operand(quotient.divisor(), Precedence.POWER),
                Precedence.PRODUCT);
    }

    @Override
    public Text power(Expr.Power power) {
        return Text.of(
                operand(power.base(), Precedence.ATOM) + "^" + operand(power.exponent(), Precedence.POWER),
                Precedence.POWER);
    }

    @Override
    public Text call(Expr.Call call) {
        return Text.atom(function(call.function())
                + call.arguments().stream().map(this::print).collect(Collectors.joining(", ", "(", ")")));
    }

    /** The name of a function in this language. */
    protected String function(MathFunction function) {
        return function.text();
    }

    @Override
    public Text compare(Expr.Compare compare) {
        return Text.of(
                side(compare.left()) + " " + comparison(compare.comparison()) + " " + side(compare.right()),
                Precedence.COMPARE);
    }

    private String side(Expr e) {
        Text text = e.accept(this);
        return text.precedence().compareTo(Precedence.SUM) >= 0 ? text.text() : parentheses(text.text());
    }

    protected String comparison(ComparisonSign comparison) {
        return comparison.text();
    }

    @Override
    public Text and(Expr.And and) {
        return Text.of(junction(and.conditions(), " && ", Precedence.COMPARE), Precedence.AND);
    }

    @Override
    public Text or(Expr.Or or) {
        return Text.of(junction(or.conditions(), " || ", Precedence.AND), Precedence.OR);
    }

    protected final String junction(List<Expr> conditions, String operator, Precedence loosest) {
        return conditions.stream().map(c -> operand(c, loosest)).collect(Collectors.joining(operator));
    }

    @Override
    public Text not(Expr.Not not) {
        return Text.of("!" + operand(not.condition(), Precedence.POWER), Precedence.POWER);
    }

    @Override
    public Text select(Expr.Select select) {
        String text = operand(select.condition(), Precedence.OR)
                + " ? "
                + branch(select.then(), Precedence.OR)
                + " : "
                + branch(select.otherwise(), Precedence.SELECT);
        return Text.of(text, Precedence.SELECT);
    }

    private String branch(Expr e, Precedence loosest) {
        Text text = e.accept(this);
        return text.precedence().compareTo(loosest) >= 0 ? text.text() : parentheses(text.text());
    }
}
