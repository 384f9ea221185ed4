package org.plegma.rewrite.parallel.code;

import static org.plegma.rewrite.parallel.code.KernelContext.refused;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Java's operators on two numbers in OpenCL C: whole numbers wrap, and a division by 0 is reported. */
final class OperationWriter {
    private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");

    private final KernelContext context;

    OperationWriter(KernelContext context) {
        this.context = context;
    }

    /** {@code left operator right}. */
    Typed operation(Term whole, String operator, Typed left, Typed right) {
        Term plain = Terms.binary(operator, left.code(), right.code());
        if (COMPARISONS.contains(operator)) {
            return Typed.of(plain, "boolean");
        }
        if (left.type().equals("boolean") || right.type().equals("boolean")) {
            return Typed.of(plain, "boolean");
        }
        if (operator.equals("<<") || operator.equals(">>") || operator.equals(">>>")) {
            return shift(operator, left, right);
        }
        String type = JavaTypes.wider(left.type(), right.type());
        if (JavaTypes.isReal(type)) {
            Term code = operator.equals("%")
                    ? Terms.call(
                            "fmod",
                            JavaTypes.cast(type, left.type(), left.code()),
                            JavaTypes.cast(type, right.type(), right.code()))
                    : plain;
            return Typed.of(code, type);
        }
        return switch (operator) {
            case "+", "-", "*" -> arithmetic(whole, operator, left, right);
            case "/", "%" -> division(whole, operator, left, right);
            default -> new Typed(
                    plain, type, operator.equals("&") ? masked(left, right) : symbol(operator, left, right));
        };
    }

    /** Of bits that come from data, a mask tells that they are few. */
    private Optional<Term> masked(Typed left, Typed right) {
        if (context.ofHost || left.symbol().isPresent() && right.symbol().isPresent()) {
            return symbol("&", left, right);
        }
        return left.symbol()
                .or(right::symbol)
                .filter(mask -> mask.is(Kind.LITERAL))
                .map(mask -> context.number(
                        "some",
                        new Obligation.Range(Terms.number(0), Terms.binary("+", mask, Terms.number(1)), false)));
    }

    private static Optional<Term> symbol(String operator, Typed left, Typed right) {
        return left.symbol().flatMap(a -> right.symbol().map(b -> Terms.binary(operator, a, b)));
    }

    /** Whole numbers wrap in Java; in C only unsigned ones do. */
    Typed arithmetic(Term whole, String operator, Typed left, Typed right) {
        String type = JavaTypes.wider(left.type(), right.type());
        Optional<Term> symbol = symbol(operator, left, right);
        boolean negation = operator.equals("-") && left.code().is(Kind.LITERAL, "0");
        if (symbol.isPresent() && !context.checked) {
            context.obligations.add(new Obligation.Fits(symbol.get(), whole.place()));
            Term code = negation
                    ? Tree.of(Kind.UNARY, "-", List.of(right.code()))
                    : Terms.binary(operator, left.code(), right.code());
            return new Typed(code, type, symbol);
        }
        String unsigned = "u" + type;
        Term code = Terms.binary(operator, unsigned(unsigned, left.code()), unsigned(unsigned, right.code()));
        return new Typed(JavaTypes.conversion(type, code), type, symbol);
    }

    private static Term unsigned(String type, Term value) {
        boolean small = value.is(Kind.LITERAL) && value.text().matches("\\d{1,9}");
        return small && type.equals("uint") ? Terms.literal(value.text() + "u") : JavaTypes.conversion(type, value);
    }

    private Typed division(Term whole, String operator, Typed left, Typed right) {
        String type = JavaTypes.wider(left.type(), right.type());
        Optional<Term> symbol = symbol(operator, left, right);
        Term plain = Terms.binary(operator, left.code(), right.code());
        boolean number = right.code().is(Kind.LITERAL) && !right.code().text().matches("0[xX]?0*[lL]?");
        if (number) {
            return new Typed(plain, type, symbol);
        }
        if (right.symbol().isPresent() && !context.checked) {
            context.obligations.add(new Obligation.Divides(right.symbol().get(), whole.place()));
            return new Typed(plain, type, symbol);
        }
        if (context.method) {
            throw refused(
                    whole, "a method that runs on the device divides whole numbers by a number other than 0 only.");
        }
        String helper = (operator.equals("/") ? "java_quotient_" : "java_remainder_") + type;
        context.helpers.add(helper);
        Term code = Terms.call(
                helper,
                JavaTypes.cast(type, left.type(), left.code()),
                JavaTypes.cast(type, right.type(), right.code()),
                context.site("", whole.place()),
                Terms.name("fault"));
        return new Typed(code, type, symbol);
    }

    private static Typed shift(String operator, Typed left, Typed right) {
        Term by = JavaTypes.cast("int", right.type(), right.code());
        if (operator.equals(">>>")) {
            Term code = Terms.binary(">>", JavaTypes.conversion("u" + left.type(), left.code()), by);
            return Typed.of(JavaTypes.conversion(left.type(), code), left.type());
        }
        return new Typed(Terms.binary(operator, left.code(), by), left.type(), symbol(operator, left, right));
    }
}
