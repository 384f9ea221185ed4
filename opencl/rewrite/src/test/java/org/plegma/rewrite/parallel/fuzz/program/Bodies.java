package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Counter;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Statements of a loop's body, or of a method. */
final class Bodies {
    /**
     * An array that a body writes, and where.
     *
     * @param subscript one subscript a dimension, without brackets
     * @param onlyExact whether what is stored must not have passed a function that rounds otherwise
     */
    record Output(Table table, List<Piece> subscript, boolean rounded) {
        Piece element() {
            List<Object> parts = new ArrayList<>(List.of(table.name()));
            for (Piece each : subscript) {
                parts.addAll(List.of("[", each, "]"));
            }
            return new Piece(table.element(), Piece.PRIMARY, parts);
        }
    }

    private static final int DEPTH = 2;

    private final Draw draw;
    private final Names names;
    private final Scope scope;
    private final Expressions expressions;
    private final List<Output> outputs;
    private final Set<String> reserved;
    private int innerLoops;

    /** @param reserved names that no local variable may have */
    Bodies(Draw draw, Names names, Scope scope, List<Output> outputs, Set<String> reserved) {
        this.draw = draw;
        this.names = names;
        this.scope = scope;
        this.outputs = outputs;
        this.reserved = reserved;
        this.expressions = new Expressions(draw, scope, false);
    }

    List<Piece> statements(int count) {
        List<Piece> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(statement(2));
        }
        return all;
    }

    private Piece statement(int depth) {
        switch (draw.below(depth > 0 && !draw.chance(50) ? 12 : 8)) {
            case 0, 1:
                return declare();
            case 2:
                return outputs.isEmpty() || draw.chance(60) ? assignLocal() : store();
            case 3:
                return step();
            case 8, 9:
                return choice(depth - 1);
            case 10, 11:
                return draw.chance(25) || !scope.style.loops() ? block(depth - 1) : loop(depth - 1);
            default:
                return outputs.isEmpty() ? assignLocal() : store();
        }
    }

    private String localName() {
        Set<String> visible = scope.names();
        visible.addAll(reserved);
        return names.local(visible);
    }

    private Piece declare() {
        String type = draw.chance(10) ? "boolean" : expressions.anyNumber();
        if (draw.chance(0.7)) {
            String small = draw.of("byte", "short", "char"); // refused
            String name = localName();
            scope.add(new Variable(name, small, false));
            return new Piece("declare", 0, List.of(small + " " + name + " = " + draw.below(100) + ";"));
        }
        String name = localName();
        boolean last = draw.chance(12);
        Piece value = expressions.of(type.equals("boolean") ? type : expressions.widening(type), DEPTH);
        List<Object> parts = new ArrayList<>(List.of((last ? "final " : "") + type + " " + name + " = ", value));
        scope.add(new Variable(name, type, !last));
        if (draw.chance(10)) {
            String second = localName();
            parts.addAll(List.of(", " + second + " = ", expressions.of(type, 1)));
            scope.add(new Variable(second, type, !last));
        }
        parts.add(";");
        return new Piece("declare", 0, parts);
    }

    private Piece store() {
        Output output = draw.of(outputs);
        Piece element = output.element();
        String type = output.table().element();
        if (output.rounded()) {
            return Piece.statement(element, " = ", expressions.roundedFunction(2), ";");
        }
        if (draw.chance(30)) {
            return Piece.statement(element, compound(type), ";");
        }
        return Piece.statement(element, " = ", expressions.of(expressions.widening(type), DEPTH), ";");
    }

    private Piece assignLocal() {
        List<Variable> all =
                scope.variables().stream().filter(Variable::assignable).toList();
        if (all.isEmpty()) {
            return declare();
        }
        Variable variable = draw.of(all);
        if (draw.chance(40)) {
            return Piece.statement(variable.name(), compound(variable.type()), ";");
        }
        boolean flag = variable.type().equals("boolean");
        String from = flag ? variable.type() : expressions.widening(variable.type());
        return Piece.statement(variable.name(), " = ", expressions.of(from, DEPTH), ";");
    }

    /** {@code op= value}, with any type of value that Java takes. */
    private Piece compound(String type) {
        if (type.equals("boolean")) {
            return Piece.of("", 0, draw.of(" &= ", " |= ", " ^= "), expressions.of(type, 2));
        }
        String from = expressions.anyNumber();
        boolean whole = Expressions.isWhole(type);
        if (whole && draw.chance(30)) {
            String by = draw.of("int", "long");
            return Piece.of("", 0, draw.of(" &= ", " |= ", " ^= ", " <<= ", " >>= ", " >>>= "), expressions.of(by, 2));
        }
        String operator = draw.of("+", "+", "-", "-", "*", "/", "%");
        boolean divides = operator.equals("/") || operator.equals("%");
        Piece value =
                divides && whole && Expressions.isWhole(from) ? expressions.divisor(from, 2) : expressions.of(from, 2);
        return Piece.of("", 0, " " + operator + "= ", value);
    }

    private Piece step() {
        List<Object> targets = new ArrayList<>();
        scope.variables().stream()
                .filter(each -> each.assignable() && !each.type().equals("boolean"))
                .forEach(each -> targets.add(each.name()));
        outputs.stream().filter(each -> !each.rounded()).forEach(each -> targets.add(each.element()));
        if (targets.isEmpty()) {
            return declare();
        }
        Object target = draw.of(targets);
        String operator = draw.of("++", "--");
        return draw.chance(60) ? Piece.statement(target, operator, ";") : Piece.statement(operator, target, ";");
    }

    private Piece within(int depth) {
        scope.open();
        Piece inside;
        if (draw.chance(20)) {
            Piece only = statement(0);
            inside = only.type().equals("declare") ? Piece.of("", 0, "{ ", only, " }") : only;
        } else {
            List<Piece> all = new ArrayList<>();
            for (int i = draw.between(1, 2); i > 0; i--) {
                all.add(statement(depth));
            }
            if (innerLoops > 0 && draw.chance(12)) {
                all.add(Piece.statement("if (", expressions.of("boolean", 2), ") ", draw.of("break;", "continue;")));
                all.add(statement(0));
            }
            inside = Piece.of("", 0, "{\n", Piece.lines(all), "}");
        }
        scope.close();
        return inside;
    }

    private Piece block(int depth) {
        scope.open();
        List<Piece> all = new ArrayList<>(List.of(declare(), statement(depth)));
        scope.close();
        return Piece.statement("{\n", Piece.lines(all), "}");
    }

    private Piece choice(int depth) {
        Piece condition = expressions.of("boolean", 2);
        return draw.chance(50)
                ? Piece.statement("if (", condition, ") ", within(depth))
                : Piece.statement("if (", condition, ") ", braces(within(depth)), " else ", within(depth));
    }

    private static Piece braces(Piece inside) {
        return inside.text().startsWith("{") ? inside : Piece.of("", 0, "{ ", inside, " }");
    }

    private Piece loop(int depth) {
        scope.open();
        innerLoops++;
        Piece made =
                switch (draw.below(8)) {
                    case 0 -> whileLoop(depth);
                    case 1 -> doLoop(depth);
                    default -> forLoop(depth);
                };
        innerLoops--;
        scope.close();
        return made;
    }

    private Piece forLoop(int depth) {
        String name = localName();
        String type = draw.chance(85) ? "int" : "long";
        String head = "for (" + type + " " + name + " = ";
        int low = draw.between(0, 3);
        int high = low + draw.between(0, 4);
        String step = draw.of("++", " += 1", " += 2");
        Piece bounds;
        switch (draw.below(6)) {
            case 0 -> bounds =
                    Piece.of("", 0, high + "; " + name + " >= " + low + "; " + name + draw.of("--", " -= 2"));
            case 1 -> bounds = Piece.of(
                    "",
                    0,
                    low + "; " + name + " < (",
                    expressions.join(
                            type, "&", expressions.of(type, 1), Piece.of("int", Piece.PRIMARY, draw.of("3", "7", "1"))),
                    ") + " + low + "; " + name + step);
            case 2 -> bounds = Piece.of("", 0, low + "; " + name + " <= " + high + "; " + name + step);
            case 3 -> bounds = Piece.of(
                    "",
                    0,
                    low + "; " + name + " < Math.min(" + high + ", ",
                    expressions.of("int", 1),
                    "); " + name + step);
            default -> bounds = Piece.of("", 0, low + "; " + name + " < " + (high + 1) + "; " + name + step);
        }
        scope.add(new Counter(name, type, low, Math.max(high, low + 7)));
        return Piece.statement(head, bounds, ") ", within(depth));
    }

    private Piece whileLoop(int depth) {
        String name = localName();
        Piece start = expressions.of("int", 1);
        scope.add(new Counter(name, "int", 0, 7));
        return Piece.statement(
                "{ int " + name + " = (",
                start,
                ") & 7;\nwhile (" + name + " > 0) {\n" + name + "--;\n",
                within(depth),
                "\n} }");
    }

    private Piece doLoop(int depth) {
        String name = localName();
        Piece start = expressions.of("int", 1);
        scope.add(new Counter(name, "int", -1, 6));
        return Piece.statement(
                "{ int " + name + " = (",
                start,
                ") & 7;\ndo {\n" + name + "--;\n",
                within(depth),
                "\n} while (" + name + " > 0); }");
    }
}
