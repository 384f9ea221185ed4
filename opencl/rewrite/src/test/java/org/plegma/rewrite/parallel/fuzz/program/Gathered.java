package org.plegma.rewrite.parallel.fuzz.program;

import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Statements by which all iterations put a result into one variable; of reals only such as no order of additions changes. */
final class Gathered {
    private final Draw draw;
    private final Expressions expressions;

    Gathered(Draw draw, Expressions expressions) {
        this.draw = draw;
        this.expressions = expressions;
    }

    Piece statement(Variable variable) {
        String name = variable.name();
        String type = variable.type();
        Piece only =
                switch (draw.below(6)) {
                    case 0, 1 -> sum(name, type);
                    case 2 -> Piece.statement(
                            name + " = " + draw.of("Math.min(", "Math.max(") + name + ", ", term(type), ");");
                    case 3 -> Piece.statement(
                            name + " = " + draw.of("Math.min(", "Math.max("), term(type), ", " + name + ");");
                    default -> taken(name, type);
                };
        return draw.chance(20) ? Piece.statement("if (", expressions.of("boolean", 2), ") { ", only, " }") : only;
    }

    private Piece term(String type) {
        return Expressions.wrapped(expressions.of(expressions.widening(type), 2), Piece.PRIMARY);
    }

    private Piece sum(String name, String type) {
        if (Expressions.isReal(type)) {
            Piece small = expressions.join(
                    "int",
                    "&",
                    expressions.of("int", 2),
                    Piece.of("int", Piece.PRIMARY, draw.of("255", "0x3F", "1023")));
            return Piece.statement(name + draw.of(" += ", " -= "), small, ";");
        }
        String from =
                draw.chance(75) ? expressions.widening(type) : expressions.anyNumber(); // reals are truncated each time
        return Piece.statement(name + draw.of(" += ", " += ", " -= ", " *= "), expressions.of(from, 2), ";");
    }

    private Piece taken(String name, String type) {
        Piece term = term(type);
        String order = draw.of("<", ">", "<", ">", "<=", ">=");
        Piece test = draw.chance(70)
                ? Piece.of("", 0, term, " " + order + " " + name)
                : Piece.of("", 0, name + " " + order + " ", term);
        return draw.chance(70)
                ? Piece.statement("if (", test, ") " + name + " = ", term, ";")
                : Piece.statement(name + " = ", test, " ? ", term, " : " + name + ";");
    }
}
