package org.plegma.rewrite.parallel.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.parallel.fuzz.Scope.Function;
import org.plegma.rewrite.parallel.fuzz.Scope.Variable;

/** Methods that compute a number, some with overloads. */
final class Methods {
    private final Draw draw;
    private final Names names;

    Methods(Draw draw, Names names) {
        this.draw = draw;
        this.names = names;
    }

    /** Adds methods to a program and to what its bodies can call. */
    void add(Scope scope, List<Piece> methods) {
        int families = draw.chance(75) ? 0 : draw.between(1, 2);
        boolean fixed = draw.chance(15);
        for (int i = 0; i < families; i++) {
            String name = names.next();
            int overloads = draw.chance(50) ? 1 : draw.between(2, 3);
            int parameters = draw.between(1, 2);
            Set<List<String>> known = new java.util.HashSet<>();
            List<Function> family = new ArrayList<>();
            for (int k = 0; k < overloads; k++) {
                List<String> types = new ArrayList<>();
                for (int p = 0; p < parameters; p++) {
                    types.add(draw.chance(8) ? "boolean" : draw.of(Expressions.NUMBERS));
                }
                if (known.add(types)) {
                    Function function = new Function(
                            name, draw.chance(6) ? "boolean" : draw.of(Expressions.NUMBERS), List.copyOf(types));
                    methods.add(method(scope, function, fixed));
                    family.add(function);
                }
            }
            scope.functions.addAll(family);
        }
    }

    private Piece method(Scope outer, Function function, boolean fixed) {
        Scope scope = new Scope(outer.style);
        scope.functions.addAll(outer.functions);
        List<Object> parts = new ArrayList<>();
        if (draw.chance(30)) {
            parts.add("/* of numbers; \"not a string\" */ ");
        }
        parts.add((fixed ? "static " : "") + function.result() + " " + function.name() + "(");
        for (int i = 0; i < function.parameters().size(); i++) {
            String name = names.local(scope.names());
            scope.add(new Variable(name, function.parameters().get(i), true));
            parts.add((i == 0 ? "" : ", ") + function.parameters().get(i) + " " + name);
        }
        parts.add(") {\n");
        parts.add(Piece.lines(
                new Bodies(draw, names, scope, List.of(), Set.of(function.name())).statements(draw.between(0, 2))));
        Expressions expressions = new Expressions(draw, scope, false);
        boolean flag = function.result().equals("boolean");
        if (draw.chance(30)) {
            parts.add(Piece.statement(
                    "if (",
                    expressions.of("boolean", 2),
                    ") return ",
                    expressions.of(flag ? "boolean" : expressions.widening(function.result()), 2),
                    ";"));
            parts.add("\n");
        }
        parts.add("return ");
        parts.add(expressions.of(flag ? "boolean" : expressions.widening(function.result()), 2));
        parts.add(";\n}");
        return new Piece("", 0, parts);
    }
}
