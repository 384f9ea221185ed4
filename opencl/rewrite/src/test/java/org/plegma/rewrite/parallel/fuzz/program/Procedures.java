package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.parallel.fuzz.program.Bodies.Output;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Methods that write elements of one array or two, which a call may give the same array, and the calls. */
final class Procedures {
    /**
     * A method.
     *
     * @param result {@code void} or a type of numbers
     * @param arrays the element types of the arrays that it writes, each followed by a subscript
     * @param numbers the types of its other parameters
     */
    record Procedure(String name, String result, List<String> arrays, List<String> numbers) {}

    private final Draw draw;
    private final Names names;

    Procedures(Draw draw, Names names) {
        this.draw = draw;
        this.names = names;
    }

    /** Adds methods to a program. */
    List<Procedure> write(Scope outer, List<Piece> methods) {
        List<Procedure> all = new ArrayList<>();
        for (int i = draw.between(1, 2); i > 0; i--) {
            String element = draw.of(Expressions.NUMBERS);
            List<String> arrays = new ArrayList<>(List.of(element));
            if (draw.chance(50)) {
                arrays.add(draw.chance(70) ? element : draw.of(Expressions.NUMBERS));
            }
            List<String> numbers = draw.chance(50) ? List.of() : List.of(draw.of(Expressions.NUMBERS));
            String result = draw.chance(65) ? "void" : draw.of(Expressions.NUMBERS);
            Procedure made = new Procedure(names.next(), result, arrays, numbers);
            methods.add(method(outer, made, all));
            all.add(made);
        }
        return all;
    }

    private Piece method(Scope outer, Procedure made, List<Procedure> others) {
        Scope scope = new Scope(outer.style);
        scope.functions.addAll(outer.functions);
        List<Output> outputs = new ArrayList<>();
        List<Object> parts = new ArrayList<>(List.of(made.result() + " " + made.name() + "("));
        Set<String> taken = new HashSet<>(Set.of(made.name()));
        for (String element : made.arrays()) {
            String array = local(scope, taken);
            String subscript = local(scope, taken);
            parts.add((outputs.isEmpty() ? "" : ", ") + element + "[] " + array + ", int " + subscript);
            scope.add(new Variable(subscript, "int", false));
            outputs.add(new Output(
                    new Table(array, element, 1), List.of(Piece.of("int", Piece.PRIMARY, subscript)), false));
        }
        for (String type : made.numbers()) {
            String name = local(scope, taken);
            scope.add(new Variable(name, type, true));
            parts.add(", " + type + " " + name);
        }
        parts.add(") {\n");
        Expressions expressions = new Expressions(draw, scope, false);
        boolean gives = !made.result().equals("void");
        if (draw.chance(60)) {
            Output output = draw.of(outputs);
            String name = local(scope, taken);
            String element = output.table().element();
            parts.add(new Piece("declare", 0, List.of(element + " " + name + " = ", output.element(), ";\n")));
            scope.add(new Variable(name, element, true));
        }
        Bodies bodies = new Bodies(draw, names, scope, outputs, taken);
        parts.add(Piece.lines(bodies.statements(draw.between(1, 2))));
        if (draw.chance(35)) {
            parts.add(Piece.statement(
                    "if (",
                    expressions.of("boolean", 2),
                    ") return",
                    gives ? " " : "",
                    value(made, expressions),
                    ";\n"));
        }
        Output first = outputs.get(0);
        parts.add(Piece.statement(
                first.element(),
                " = ",
                expressions.of(expressions.widening(first.table().element()), 2),
                ";\n"));
        boolean same = !others.isEmpty()
                && others.get(0).numbers().isEmpty()
                && others.get(0).arrays().equals(List.of(first.table().element()));
        if (same && draw.chance(50)) {
            parts.add(others.get(0).name() + "(" + first.table().name() + ", ");
            parts.add(first.subscript().get(0));
            parts.add(");\n");
        }
        if (gives) {
            parts.add(Piece.statement("return ", value(made, expressions), ";\n"));
        }
        parts.add("}");
        return new Piece("", 0, parts);
    }

    private String local(Scope scope, Set<String> taken) {
        Set<String> visible = scope.names();
        visible.addAll(taken);
        String name = names.local(visible);
        taken.add(name);
        return name;
    }

    private static Piece value(Procedure made, Expressions expressions) {
        return made.result().equals("void")
                ? Piece.of("", 0, "")
                : expressions.of(expressions.widening(made.result()), 2);
    }

    /** Calls with arrays that a body may write, at the places where it may. */
    static List<Piece> calls(
            Draw draw, List<Procedure> procedures, List<Output> outputs, Scope scope, Expressions expressions) {
        List<Piece> calls = new ArrayList<>();
        for (Procedure each : procedures) {
            List<Object> given = new ArrayList<>(List.of(each.name() + "("));
            for (String element : each.arrays()) {
                List<Output> fitting = outputs.stream()
                        .filter(output -> output.table().element().equals(element) && !output.rounded())
                        .toList();
                if (fitting.isEmpty()) {
                    given.clear();
                    break;
                }
                Output output = draw.of(fitting);
                boolean rows = output.table().axes() == 2;
                given.add((given.size() > 1 ? ", " : "") + output.table().name() + (rows ? "[" : ""));
                if (rows) {
                    given.addAll(List.of(output.subscript().get(0), "]"));
                }
                given.addAll(List.of(", (int) (", output.subscript().get(rows ? 1 : 0), ")"));
            }
            if (given.isEmpty() || draw.chance(20)) {
                continue;
            }
            for (String type : each.numbers()) {
                given.addAll(List.of(", ", expressions.of(expressions.widening(type), 2)));
            }
            given.add(")");
            calls.add(statement(draw, each, new Piece(each.result(), Piece.PRIMARY, given), scope, expressions));
        }
        return calls;
    }

    private static Piece statement(Draw draw, Procedure each, Piece call, Scope scope, Expressions expressions) {
        boolean gives = !each.result().equals("void");
        List<Variable> targets = scope.variables(each.result()).stream()
                .filter(Variable::assignable)
                .toList();
        if (gives && !targets.isEmpty() && draw.chance(40)) {
            return Piece.statement(draw.of(targets).name(), " = ", call, ";");
        } else if (gives && draw.chance(40)) {
            return Piece.statement("if (", call, " > 2) { ", call, "; }");
        }
        return draw.chance(20)
                ? Piece.statement("if (", expressions.of("boolean", 2), ") { ", call, "; }")
                : Piece.statement(call, ";");
    }
}
