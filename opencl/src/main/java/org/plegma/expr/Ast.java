package org.plegma.expr;

import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;

/** What the parser read, before names are resolved and sums unrolled; every node knows its place in the source. */
sealed interface Ast {
    Span span();

    record Number(Span span, BigFraction value) implements Ast {}

    record Name(Span span, String text) implements Ast {}

    /** {@code base[i, j]}: a field, a coefficient of a list, or a definition seen from another cell. */
    record Indexed(Span span, Name base, List<Ast> indices) implements Ast {}

    record Invoke(Span span, Name function, List<Ast> arguments, List<Named> options) implements Ast {}

    /** {@code sum(i=1..4, j=-1..1, body)}. */
    record SumOver(Span span, List<Range> ranges, Ast body) implements Ast {}

    record Group(Span span, Ast inner) implements Ast {}

    record Bracketed(Span span, List<Ast> items) implements Ast {}

    record Negate(Span span, Ast operand) implements Ast {}

    record Not(Span span, Ast operand) implements Ast {}

    record Add(Span span, List<Ast> terms) implements Ast {}

    record Multiply(Span span, List<Ast> factors) implements Ast {}

    record Divide(Span span, Ast dividend, Ast divisor) implements Ast {}

    record Raise(Span span, Ast base, Ast exponent) implements Ast {}

    record Compare(Span span, Comparison comparison, Ast left, Ast right) implements Ast {}

    record And(Span span, List<Ast> conditions) implements Ast {}

    record Or(Span span, List<Ast> conditions) implements Ast {}

    record Choose(Span span, Ast condition, Ast then, Ast otherwise) implements Ast {}

    /** {@code order=4} in the arguments of a difference. */
    record Named(Name name, Ast value) {}

    record Range(Name index, Ast from, Ast to) {
        Span span() {
            return index.span().to(to.span());
        }
    }
}
