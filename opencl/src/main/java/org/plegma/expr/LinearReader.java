package org.plegma.expr;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes a tree apart into taps and coefficients. */
final class LinearReader {
    private static final int MAX_SHOWN = 60;

    private final Set<String> updated;

    LinearReader(Set<String> updated) {
        this.updated = updated;
    }

    LinearForm read(Expr e) {
        if (!readsUpdated(e)) {
            return LinearForm.of(Map.of(), Polynomial.of(e));
        } else if (e instanceof Expr.Access access) {
            return LinearForm.of(Map.of(access, Polynomial.ONE), Polynomial.ZERO);
        } else if (e instanceof Expr.Sum sum) {
            return sum.terms().stream().map(this::read).reduce(LinearForm::plus).orElseThrow();
        } else if (e instanceof Expr.Product product) {
            return product(product);
        } else if (e instanceof Expr.Quotient quotient) {
            if (readsUpdated(quotient.divisor())) {
                throw notLinear("it divides by an updated field", quotient.divisor());
            }
            return read(quotient.dividend()).times(Polynomial.ONE.dividedBy(Polynomial.of(quotient.divisor())));
        } else if (e instanceof Expr.Power power && power.exponent().equals(Exprs.ONE)) {
            return read(power.base());
        } else if (e instanceof Expr.Power power) {
            throw notLinear("an updated field is in a power", power);
        } else if (e instanceof Expr.Call call) {
            throw notLinear(
                    "an updated field is in the function '" + call.function().text() + "'", call);
        }
        throw notLinear("a choice depends on an updated field", e);
    }

    private LinearForm product(Expr.Product product) {
        Polynomial factor = Polynomial.ONE;
        Optional<LinearForm> form = Optional.empty();
        for (Expr part : product.factors()) {
            if (!readsUpdated(part)) {
                factor = factor.times(Polynomial.of(part));
            } else if (form.isEmpty()) {
                form = Optional.of(read(part));
            } else {
                throw notLinear("two updated fields are multiplied", product);
            }
        }
        return form.orElseThrow().times(factor);
    }

    private boolean readsUpdated(Expr e) {
        return e instanceof Expr.Access access && updated.contains(access.field())
                || e.children().stream().anyMatch(this::readsUpdated);
    }

    private static String shown(Expr where) {
        String text = InfixPrinter.generic().print(where);
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }

    private static NotLinearException notLinear(String reason, Expr where) {
        return new NotLinearException("The update is not linear: " + reason + ", in " + shown(where) + ".");
    }
}
