package org.plegma.expr.syntax;

import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.ComparisonSign;

/** What the parser read, before names are resolved and sums unrolled; every node knows its place in the source. */
public sealed interface Ast {
    TextRange span();

    record Number(TextRange span, BigFraction value) implements Ast {}

    record Name(TextRange span, String text) implements Ast {}

    /** {@code base[i, j]}: a field, a coefficient of a list, or a definition seen from another cell. */
    record Indexed(TextRange span, Name base, List<Ast> indices) implements Ast {}

    record Invoke(TextRange span, Name function, List<Ast> arguments, List<Named> options) implements Ast {}

    /** {@code sum(i=1..4, j=-1..1, body)}. */
    record SumOver(TextRange span, List<Range> ranges, Ast body) implements Ast {}

    record Group(TextRange span, Ast inner) implements Ast {}

    record Bracketed(TextRange span, List<Ast> items) implements Ast {}

    record Negate(TextRange span, Ast operand) implements Ast {}

    record Not(TextRange span, Ast operand) implements Ast {}

    record Add(TextRange span, List<Ast> terms) implements Ast {}

    record Multiply(TextRange span, List<Ast> factors) implements Ast {}

    record Divide(TextRange span, Ast dividend, Ast divisor) implements Ast {}

    record Raise(TextRange span, Ast base, Ast exponent) implements Ast {}

    record Compare(TextRange span, ComparisonSign comparison, Ast left, Ast right) implements Ast {}

    record And(TextRange span, List<Ast> conditions) implements Ast {}

    record Or(TextRange span, List<Ast> conditions) implements Ast {}

    record Choose(TextRange span, Ast condition, Ast then, Ast otherwise) implements Ast {}

    /** {@code order=4} in the arguments of a difference. */
    record Named(Name name, Ast value) {}

    record Range(Name index, Ast from, Ast to) {
        public TextRange span() {
            return index.span().to(to.span());
        }
    }
}
