package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.InfixPrinter;

/** Takes a tree apart into taps and coefficients. */
final class LinearReader {
    private static final int MAX_SHOWN = 60;

    private final Set<String> updated;
    /** What is added to the coefficient of each tap; summed at the end, as a sum is copied by each addition. */
    private final Map<Access, List<Polynomial>> taps = new HashMap<>();

    private final List<Polynomial> constants = new ArrayList<>();

    LinearReader(Set<String> updated) {
        this.updated = updated;
    }

    LinearForm read(Expr e) {
        add(e, Polynomial.ONE);
        Map<Access, Polynomial> sums = new HashMap<>();
        taps.forEach((tap, coefficients) -> sums.put(tap, Polynomial.sum(coefficients)));
        return LinearForm.of(sums, Polynomial.sum(constants));
    }

    /** Adds {@code factor} times the tree to what was collected. */
    private void add(Expr e, Polynomial factor) {
        if (!readsUpdated(e)) {
            constants.add(Polynomial.of(e).times(factor));
        } else if (e instanceof Expr.Access access) {
            taps.computeIfAbsent(access, tap -> new ArrayList<>()).add(factor);
        } else if (e instanceof Expr.Sum sum) {
            sum.terms().forEach(term -> add(term, factor));
        } else if (e instanceof Expr.Product product) {
            addProduct(product, factor);
        } else if (e instanceof Expr.Quotient quotient) {
            if (readsUpdated(quotient.divisor())) {
                throw notLinear("it divides by an updated field", quotient.divisor());
            }
            add(quotient.dividend(), factor.dividedBy(Polynomial.of(quotient.divisor())));
        } else if (e instanceof Expr.Power power && power.exponent().equals(Exprs.ONE)) {
            add(power.base(), factor);
        } else if (e instanceof Expr.Power power) {
            throw notLinear("an updated field is in a power", power);
        } else if (e instanceof Expr.Call call) {
            throw notLinear(
                    "an updated field is in the function '" + call.function().text() + "'", call);
        } else {
            throw notLinear("a choice depends on an updated field", e);
        }
    }

    private void addProduct(Expr.Product product, Polynomial factor) {
        Polynomial coefficient = factor;
        Expr field = null;
        for (Expr part : product.factors()) {
            if (!readsUpdated(part)) {
                coefficient = coefficient.times(Polynomial.of(part));
            } else if (field == null) {
                field = part;
            } else {
                throw notLinear("two updated fields are multiplied", product);
            }
        }
        add(Objects.requireNonNull(field, "a product that reads nothing is uniform"), coefficient);
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
