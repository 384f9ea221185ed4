package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Function;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Methods that compute a number, some with overloads. */
final class HelperMethods {
    private final Draw draw;
    private final Names names;

    HelperMethods(Draw draw, Names names) {
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
                    String result = draw.chance(6) ? "boolean" : draw.of(Expressions.NUMBERS);
                    Piece method = method(scope, name, result, types, fixed);
                    methods.add(method);
                    boolean loops =
                            method.text().contains("for (") || method.text().contains("while (");
                    family.add(new Function(name, result, List.copyOf(types), loops));
                }
            }
            scope.functions.addAll(family);
        }
    }

    private Piece method(Scope outer, String called, String result, List<String> parameters, boolean fixed) {
        Scope scope = new Scope(outer.style);
        outer.functions.stream().filter(each -> !each.loops()).forEach(scope.functions::add);
        List<Object> parts = new ArrayList<>();
        if (draw.chance(30)) {
            parts.add("/* of numbers; \"not a string\" */ ");
        }
        parts.add((fixed ? "static " : "") + result + " " + called + "(");
        for (int i = 0; i < parameters.size(); i++) {
            String name = names.local(scope.names());
            scope.add(new Variable(name, parameters.get(i), true));
            parts.add((i == 0 ? "" : ", ") + parameters.get(i) + " " + name);
        }
        parts.add(") {\n");
        parts.add(
                Piece.lines(new Bodies(draw, names, scope, List.of(), Set.of(called)).statements(draw.between(0, 2))));
        Expressions expressions = new Expressions(draw, scope, false);
        boolean flag = result.equals("boolean");
        if (draw.chance(30)) {
            parts.add(Piece.statement(
                    "if (",
                    expressions.of("boolean", 2),
                    ") return ",
                    expressions.of(flag ? "boolean" : expressions.widening(result), 2),
                    ";"));
            parts.add("\n");
        }
        parts.add("return ");
        parts.add(expressions.of(flag ? "boolean" : expressions.widening(result), 2));
        parts.add(";\n}");
        return new Piece("", 0, parts);
    }
}
