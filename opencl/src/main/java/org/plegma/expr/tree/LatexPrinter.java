package org.plegma.expr.tree;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.math3.fraction.BigFraction;

/** Writes trees as LaTeX for display in a notebook. */
public final class LatexPrinter extends ExprPrinter {
    private static final Set<String> GREEK = Set.of(
            "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu",
            "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda",
            "Xi", "Sigma", "Upsilon", "Phi", "Psi", "Omega");
    private static final Set<MathFunction> NAMED = Set.of(
            MathFunction.SIN,
            MathFunction.COS,
            MathFunction.TAN,
            MathFunction.SINH,
            MathFunction.COSH,
            MathFunction.TANH,
            MathFunction.EXP,
            MathFunction.MIN,
            MathFunction.MAX);

    /** Decimals with a larger denominator, 0.0367 for one, are better left alone. */
    private static final BigInteger LARGEST_OF_A_DECIMAL = BigInteger.valueOf(100);

    private final List<String> axes;
    private final Predicate<String> timed;

    private final int maxTerms;
    private boolean fractions;

    private LatexPrinter(List<String> axes, Predicate<String> timed, int maxTerms) {
        this.axes = List.copyOf(axes);
        this.timed = timed;
        this.maxTerms = maxTerms;
    }

    /**
     * Indices are written as subscripts, the time level as a superscript where {@code timed} holds; sums of more than
     * {@code maxTerms} terms show so many, dots, and how many terms there are.
     */
    public static LatexPrinter of(List<String> axes, Predicate<String> timed, int maxTerms) {
        return new LatexPrinter(axes, timed, maxTerms);
    }

    /** Writes short decimals as fractions too, for formulas that have fractions: 8/5 beside 61/90 rather than 1.6. */
    public LatexPrinter withFractions() {
        fractions = true;
        return this;
    }

    /** A name: one letter as it is, Greek letters as such, {@code c1} with a subscript, longer ones upright. */
    public static String name(String name) {
        String base = name.replaceFirst("_?[0-9]+$", "");
        if (base.isEmpty() || base.contains("_")) {
            return "\\mathrm{" + name.replace("_", "\\_") + "}";
        }
        String digits = name.substring(base.length()).replace("_", "");
        String shown = GREEK.contains(base) ? "\\" + base : base.length() == 1 ? base : "\\mathrm{" + base + "}";
        return digits.isEmpty() ? shown : shown + "_{" + digits + "}";
    }

    /** {@code u^{t}_{x+1,y}}; a name that has a subscript of its own is put in braces. */
    public String field(String field, String time, String indices) {
        String name = name(field);
        String base = name.contains("_{") ? "{" + name + "}" : name;
        return base + (timed.test(field) ? "^{" + time + "}" : "") + "_{" + indices + "}";
    }

    @Override
    public Text access(Expr.Access access) {
        List<String> indices = new ArrayList<>();
        for (int axis = 0; axis < axes.size(); axis++) {
            indices.add(InfixPrinter.index(name(axes.get(axis)), access.offset().at(axis)));
        }
        return Text.atom(field(access.field(), InfixPrinter.index("t", access.level()), String.join(",\\,", indices)));
    }

    @Override
    protected String parentheses(String inner) {
        return "\\left(" + inner + "\\right)";
    }

    @Override
    public Text number(Expr.Num number) {
        BigFraction value = number.value();
        boolean negative = Exact.signum(value) < 0;
        boolean asFraction = fractions
                && value.getDenominator().compareTo(BigInteger.ONE) > 0
                && value.getDenominator().compareTo(LARGEST_OF_A_DECIMAL) <= 0;
        String magnitude =
                asFraction ? value.abs().getNumerator() + "/" + value.getDenominator() : Decimals.text(value.abs());
        int slash = magnitude.indexOf('/');
        int exponent = magnitude.indexOf('e');
        Precedence precedence = Precedence.ATOM;
        if (slash >= 0) {
            magnitude = "\\frac{" + magnitude.substring(0, slash) + "}{" + magnitude.substring(slash + 1) + "}";
            precedence = Precedence.PRODUCT;
        } else if (exponent >= 0) {
            magnitude = magnitude.substring(0, exponent) + " \\cdot 10^{" + magnitude.substring(exponent + 1) + "}";
            precedence = Precedence.PRODUCT;
        }
        return new Text((negative ? "-" : "") + magnitude, precedence, negative);
    }

    @Override
    public Text pi(Expr.Pi pi) {
        return Text.atom("\\pi");
    }

    @Override
    public Text bool(Expr.Bool bool) {
        return Text.atom("\\text{" + bool.value() + "}");
    }

    @Override
    public Text param(Expr.Param param) {
        return Text.atom(name(param.name()));
    }

    @Override
    public Text local(Expr.Local local) {
        return Text.atom(name(local.name()));
    }

    @Override
    public Text sum(Expr.Sum sum) {
        int count = sum.terms().size();
        if (count <= maxTerms) {
            return super.sum(sum);
        }
        Text shown = super.sum(new Expr.Sum(sum.terms().subList(0, Math.max(2, maxTerms))));
        String cut = shown.text() + " + \\cdots\\ (" + count + "\\text{ terms})";
        return new Text(cut, Precedence.SUM, shown.negative());
    }

    @Override
    public Text product(Expr.Product product) {
        List<Expr> factors = new ArrayList<>(product.factors());
        boolean negative = takeSign(factors);
        StringBuilder out = new StringBuilder(negative ? "-" : "");
        for (int i = 0; i < factors.size(); i++) {
            Expr factor = factors.get(i);
            boolean fraction = factor instanceof Expr.Quotient || factor instanceof Expr.Num && i == 0;
            out.append(i == 0 ? "" : factor instanceof Expr.Num ? " \\cdot " : " \\, ");
            out.append(operand(factor, fraction ? Precedence.PRODUCT : Precedence.POWER));
        }
        return new Text(out.toString(), Precedence.PRODUCT, negative);
    }

    @Override
    public Text quotient(Expr.Quotient quotient) {
        Expr dividend = quotient.dividend();
        Expr divisor = quotient.divisor();
        // A fraction within a fraction is hard to read: its denominator moves down.
        if (dividend instanceof Expr.Product product
                && product.factors().get(0) instanceof Expr.Num number
                && Decimals.text(number.value().abs()).contains("/")) {
            List<Expr> factors = new ArrayList<>(product.factors());
            factors.set(0, new Expr.Num(new BigFraction(number.value().getNumerator())));
            factors.removeIf(Exprs.ONE::equals);
            dividend = Exprs.product(factors);
            divisor = Exprs.product(new Expr.Num(new BigFraction(number.value().getDenominator())), divisor);
        }
        return Text.of("\\frac{" + print(dividend) + "}{" + print(divisor) + "}", Precedence.PRODUCT);
    }

    @Override
    public Text power(Expr.Power power) {
        return Text.of(base(power.base()) + "^{" + print(power.exponent()) + "}", Precedence.POWER);
    }

    private String base(Expr base) {
        // A field already has a superscript of its own.
        boolean bare = !(base instanceof Expr.Access access && timed.test(access.field()));
        return bare ? operand(base, Precedence.ATOM) : parentheses(print(base));
    }

    @Override
    public Text call(Expr.Call call) {
        String arguments = call.arguments().stream().map(this::print).collect(Collectors.joining(",\\, "));
        return switch (call.function()) {
            case SQRT -> Text.atom("\\sqrt{" + arguments + "}");
            case CBRT -> Text.atom("\\sqrt[3]{" + arguments + "}");
            case ABS -> Text.atom("\\left|" + arguments + "\\right|");
            case FLOOR -> Text.atom("\\left\\lfloor " + arguments + "\\right\\rfloor");
            case CEIL -> Text.atom("\\left\\lceil " + arguments + "\\right\\rceil");
            case LOG -> Text.atom("\\ln\\left(" + arguments + "\\right)");
            case LOG10 -> Text.atom("\\log_{10}\\left(" + arguments + "\\right)");
            default -> Text.atom(function(call.function()) + "\\left(" + arguments + "\\right)");
        };
    }

    @Override
    protected String function(MathFunction function) {
        return NAMED.contains(function) ? "\\" + function.text() : "\\operatorname{" + function.text() + "}";
    }

    @Override
    protected String comparison(ComparisonSign comparison) {
        return switch (comparison) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "\\ne";
            case LESS -> "<";
            case LESS_OR_EQUAL -> "\\le";
            case GREATER -> ">";
            case GREATER_OR_EQUAL -> "\\ge";
        };
    }

    @Override
    public Text and(Expr.And and) {
        return Text.of(junction(and.conditions(), " \\land ", Precedence.COMPARE), Precedence.AND);
    }

    @Override
    public Text or(Expr.Or or) {
        return Text.of(junction(or.conditions(), " \\lor ", Precedence.AND), Precedence.OR);
    }

    @Override
    public Text not(Expr.Not not) {
        return Text.of("\\lnot " + operand(not.condition(), Precedence.ATOM), Precedence.POWER);
    }

    /** A condition, with a line for each alternative if it is long. */
    private String condition(Expr condition) {
        String line = print(condition);
        return condition instanceof Expr.Or or && LatexLines.width(line) > LatexLines.MOST
                ? junction(or.conditions(), " \\\\ & \\quad {} \\lor ", Precedence.AND)
                : line;
    }

    /** The expression on as many lines as keep each readable; a sum is broken between its terms. */
    public List<String> lines(Expr e) {
        return e instanceof Expr.Sum sum && sum.terms().size() <= maxTerms
                ? LatexLines.of(terms(sum))
                : List.of(print(e));
    }

    /** A chain of choices becomes one brace with a line a case. */
    @Override
    public Text select(Expr.Select select) {
        StringBuilder out = new StringBuilder("\\begin{cases}");
        Expr rest = select;
        while (rest instanceof Expr.Select choice) {
            out.append(print(choice.then()))
                    .append(" & \\text{if } ")
                    .append(condition(choice.condition()))
                    .append(" \\\\ ");
            rest = choice.otherwise();
        }
        out.append(print(rest)).append(" & \\text{otherwise}\\end{cases}");
        return Text.atom(out.toString());
    }
}
