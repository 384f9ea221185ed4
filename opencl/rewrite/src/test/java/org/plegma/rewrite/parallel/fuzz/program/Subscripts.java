package org.plegma.rewrite.parallel.fuzz.program;

import java.util.List;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Counter;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;

/** Subscripts, within the bounds but for a few. */
final class Subscripts {
    private static final double WRONG_PERCENT = 0.08;

    private final Draw draw;
    private final Scope scope;
    private final Expressions expressions;

    Subscripts(Draw draw, Scope scope, Expressions expressions) {
        this.draw = draw;
        this.scope = scope;
        this.expressions = expressions;
    }

    /** An element to read. */
    Piece element(Table table) {
        if (table.axes() == 1) {
            return Piece.of(table.element(), Piece.PRIMARY, table.name() + "[", subscript(Scope.LENGTH), "]");
        }
        return Piece.of(
                table.element(),
                Piece.PRIMARY,
                table.name() + "[",
                subscript(Scope.LENGTH),
                "][",
                subscript(Scope.COLUMNS),
                "]");
    }

    Piece subscript(int length) {
        if (draw.chance(WRONG_PERCENT)) {
            return expressions.of("int", 1);
        }
        List<Counter> counters = scope.counters();
        if (!counters.isEmpty() && draw.chance(75)) {
            Counter counter = draw.of(counters);
            int factor = draw.of(1, 1, 1, 1, 2, -1, 3, 0);
            long least = Math.min((long) factor * counter.low(), (long) factor * counter.high());
            long most = Math.max((long) factor * counter.low(), (long) factor * counter.high());
            boolean fits = Math.abs(least) < Integer.MAX_VALUE - length && Math.abs(most) < Integer.MAX_VALUE - length;
            if (most - least < length && (fits || factor == 1)) {
                return affine(counter, factor, draw.between((int) -least, (int) (length - 1 - most)));
            }
            return masked(read(counter), length);
        }
        return draw.chance(40) ? number(draw.below(length)) : masked(expressions.of("int", 1), length);
    }

    private Piece masked(Piece value, int length) {
        if (length < 16) {
            Piece bits = expressions.join("int", "&", value, Piece.of("int", Piece.PRIMARY, "0x7fffffff"));
            return draw.chance(50) && scope.style.unproven()
                    ? expressions.join("int", "%", bits, number(length))
                    : expressions.join("int", "&", value, Piece.of("int", Piece.PRIMARY, "3"));
        }
        return draw.chance(50) || !scope.style.unproven()
                ? expressions.join(
                        "int", "&", value, Piece.of("int", Piece.PRIMARY, draw.of("15", "0x1F", "0b111", "31")))
                : Piece.of("int", Piece.PRIMARY, "Math.abs(", expressions.join("int", "%", value, number(13)), ")");
    }

    static Piece read(Counter counter) {
        return counter.type().equals("int")
                ? Piece.of("int", Piece.PRIMARY, counter.name())
                : Piece.of("int", Piece.UNARY, "(int) " + counter.name());
    }

    private Piece number(int value) {
        String text = value < 0 || draw.chance(85)
                ? String.valueOf(value)
                : draw.of(
                        "0x" + Integer.toHexString(value),
                        "0b" + Integer.toBinaryString(value),
                        "0" + Integer.toOctalString(value));
        return Piece.of("", value < 0 ? Piece.UNARY : Piece.PRIMARY, text);
    }

    /** {@code factor * counter + offset}, in one of the ways in which one may write it. */
    Piece affine(Counter counter, int factor, int offset) {
        Piece variable = read(counter);
        Piece scaled;
        if (factor == 1) {
            scaled = variable;
        } else if (factor == -1) {
            return expressions.join("int", "-", number(offset), variable);
        } else if (factor == 2 && draw.chance(20)) {
            scaled = Piece.of("int", Piece.PRIMARY, "(", expressions.join("int", "<<", variable, number(1)), ")");
        } else {
            scaled = draw.chance(50)
                    ? expressions.join("int", "*", variable, number(factor))
                    : expressions.join("int", "*", number(factor), variable);
        }
        if (offset == 0) {
            return draw.chance(90) ? scaled : expressions.join("int", "+", scaled, number(0));
        }
        return switch (draw.below(12)) {
            case 0 -> offset > 0
                    ? expressions.join("int", "-", scaled, Piece.of("", Piece.PRIMARY, hexadecimal(-offset)))
                    : expressions.join("int", "+", scaled, Piece.of("", Piece.PRIMARY, hexadecimal(offset)));
            case 1 -> expressions.join("int", "+", number(offset), scaled);
            case 2 -> expressions.join(
                    "int",
                    "-",
                    expressions.join("int", "+", scaled, number(offset + 2)),
                    Piece.of("", Piece.PRIMARY, "2"));
            case 3 -> expressions
                    .join("int", "+", scaled, Piece.of("", Piece.UNARY, "(int) " + Math.abs(offset) + "L"))
                    .with(2, offset < 0 ? "-" : "+");
            default -> offset < 0
                    ? expressions.join("int", "-", scaled, number(-offset))
                    : expressions.join("int", "+", scaled, number(offset));
        };
    }

    /** A negative number, written as the bits that it has. */
    private String hexadecimal(int value) {
        return draw.chance(70)
                ? (value < 0 ? "0x" + Integer.toHexString(value) : String.valueOf(value))
                : "0b" + Integer.toBinaryString(value);
    }
}
