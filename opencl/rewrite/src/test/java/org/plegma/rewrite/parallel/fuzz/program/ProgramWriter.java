package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.parallel.fuzz.program.Bodies.Output;
import org.plegma.rewrite.parallel.fuzz.program.Procedures.Procedure;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Counter;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/** Draws the programs of a frame. */
public final class ProgramWriter {
    private final Frame frame;
    private final Draw draw;
    private final Names names;

    private final Scope scope;
    private final Map<String, String> captured = new LinkedHashMap<>();
    private final Map<String, String> declared = new LinkedHashMap<>();
    private final Set<String> rounded = new HashSet<>();
    private final List<Table> own = new ArrayList<>();
    private final List<Variable> gathered = new ArrayList<>();
    private final List<Procedure> procedures = new ArrayList<>();
    private boolean jumps;

    private ProgramWriter(Frame frame) {
        this.frame = frame;
        this.draw = frame.draw;
        this.names = frame.names;
        this.scope = new Scope(frame.scope);
    }

    public static Program write(Frame frame, int number) {
        return new ProgramWriter(frame).program(number);
    }

    private Program program(int number) {
        List<Piece> methods = new ArrayList<>();
        new HelperMethods(draw, names).add(scope, methods);
        List<List<Piece>> host = new ArrayList<>();
        List<List<Piece>> bodies = new ArrayList<>();
        host.add(prelude());
        for (int i = draw.between(1, 2); i > 0; i--) {
            Table table = new Table(names.next(), draw.of(Expressions.NUMBERS), draw.chance(15) ? 2 : 1);
            captured.put(table.name(), table.type());
            own.add(table);
            if (table.element().equals("double") && draw.chance(25)) {
                rounded.add(table.name());
            }
        }
        if (draw.chance(25)) {
            procedures.addAll(new Procedures(draw, names).write(scope, methods));
        }
        int stages = frame.headers.size();
        for (int stage = 0; stage < stages; stage++) {
            if (stage > 0) {
                host.add(draw.chance(30) ? between() : List.of());
            }
            bodies.add(body(frame.headers.get(stage), stage == stages - 1));
        }
        host.add(draw.chance(10) ? between() : List.of());
        return new Program(number, methods, host, bodies, captured, declared, rounded, jumps);
    }

    private List<Piece> prelude() {
        List<Piece> statements = new ArrayList<>();
        if (draw.chance(60)) {
            return statements;
        }
        Expressions expressions = new Expressions(draw, scope, true);
        for (int i = draw.between(1, 3); i > 0; i--) {
            String type = draw.chance(12) ? "boolean" : expressions.anyNumber();
            String name = names.next();
            Piece value = expressions.of(type.equals("boolean") ? type : expressions.widening(type), 3);
            statements.add(new Piece("declare", 0, List.of(type + " " + name + " = ", value, ";")));
            declared.put(name, type);
            scope.add(new Variable(name, type, false));
            if (draw.chance(30)) {
                statements.add(change(expressions, name, type));
            }
        }
        if (draw.chance(12)) {
            Table table = new Table(names.next(), draw.of(Expressions.NUMBERS), draw.chance(20) ? 2 : 1);
            statements.add(new Piece(
                    "declare",
                    0,
                    List.of(table.type() + " " + table.name() + " = new " + table.element() + "[" + Scope.LENGTH + "]"
                            + (table.axes() == 2 ? "[" + Scope.COLUMNS + "]" : "") + ";")));
            declared.put(table.name(), table.type());
            own.add(table);
        }
        return statements;
    }

    /** A statement of the host that gives a variable another value. */
    private Piece change(Expressions expressions, String name, String type) {
        if (type.equals("boolean")) {
            return Piece.statement(name, draw.of(" = ", " &= ", " |= ", " ^= "), expressions.of(type, 2), ";");
        }
        return switch (draw.below(4)) {
            case 0 -> Piece.statement(name + draw.of("++;", "--;"));
            case 1 -> Piece.statement(
                    "if (",
                    expressions.of("boolean", 2),
                    ") " + name + " = ",
                    expressions.of(expressions.widening(type), 2),
                    ";");
            case 2 -> Piece.statement(
                    name + draw.of(" += ", " -= ", " *= "), expressions.of(expressions.anyNumber(), 2), ";");
            default -> Piece.statement(name + " = ", expressions.of(expressions.widening(type), 2), ";");
        };
    }

    private List<Piece> between() {
        List<Piece> statements = new ArrayList<>();
        Expressions expressions = new Expressions(draw, scope, true);
        List<Map.Entry<String, String>> numbers = declared.entrySet().stream()
                .filter(each -> !each.getValue().endsWith("]"))
                .toList();
        if (!numbers.isEmpty()) {
            Map.Entry<String, String> one = draw.of(numbers);
            statements.add(change(expressions, one.getKey(), one.getValue()));
        }
        if (draw.chance(40)) {
            elements(expressions).forEach(statements::add);
        }
        boolean exchange = own.size() > 1
                && own.get(0).type().equals(own.get(1).type())
                && rounded.contains(own.get(0).name())
                        == rounded.contains(own.get(1).name());
        if (exchange) {
            String a = own.get(0).name();
            String b = own.get(1).name();
            String name = names.next();
            statements.add(Piece.statement("{ " + own.get(0).type() + " " + name + " = " + a + "; " + a + " = " + b
                    + "; " + b + " = " + name + "; }"));
        }
        return statements;
    }

    /** Statements of the host that use elements of the program's own arrays between launches. */
    private List<Piece> elements(Expressions expressions) {
        List<Piece> statements = new ArrayList<>();
        List<Table> all =
                own.stream().filter(each -> !rounded.contains(each.name())).toList();
        for (int i = all.isEmpty() ? 0 : draw.between(1, 2); i > 0; i--) {
            Table table = draw.of(all);
            String element = element(table);
            String type = table.element();
            statements.add(
                    switch (draw.below(4)) {
                        case 0 -> Piece.statement(element, draw.of("++;", "--;"));
                        case 1 -> Piece.statement(element + " = (" + type + ") (" + element(table) + " - "
                                + element(draw.of(all)) + ");");
                        case 2 -> Piece.statement(
                                "if (" + element(draw.of(all)) + " > ",
                                Expressions.wrapped(expressions.of("int", 1), Piece.PRIMARY),
                                ") { " + element + " " + draw.of("+", "-", "*") + "= ",
                                expressions.of(expressions.anyNumber(), 2),
                                "; }");
                        default -> Piece.statement(element, " = ", expressions.of(expressions.widening(type), 2), ";");
                    });
        }
        return statements;
    }

    private String element(Table table) {
        return table.name() + "[" + draw.below(Scope.LENGTH) + "]"
                + (table.axes() == 2 ? "[" + draw.below(Scope.COLUMNS) + "]" : "");
    }

    private List<Piece> body(Header header, boolean last) {
        Scope inside = new Scope(scope);
        header.counters().forEach(inside::add);
        Expressions expressions = new Expressions(draw, inside, false);
        List<Output> outputs = new ArrayList<>();
        for (Table table : own) {
            boolean written = outputs.isEmpty() || draw.chance(60);
            if (written) {
                outputs.add(new Output(table, place(header, table, expressions), rounded.contains(table.name())));
            }
            boolean readable = !rounded.contains(table.name()) && (!written || draw.chance(1.5));
            if (readable) {
                inside.tables.add(table);
            }
        }
        Set<String> reserved = new HashSet<>();
        own.forEach(each -> reserved.add(each.name()));
        scope.functions.forEach(each -> reserved.add(each.name()));
        List<Piece> statements = new ArrayList<>();
        for (Output output : outputs) {
            if (!output.rounded() && draw.chance(20)) {
                String name = names.next();
                statements.add(new Piece(
                        "declare", 0, List.of(output.table().element() + " " + name + " = ", output.element(), ";")));
                inside.add(new Variable(name, output.table().element(), true));
            }
        }
        Bodies bodies = new Bodies(draw, names, inside, outputs, reserved);
        statements.addAll(bodies.statements(draw.between(1, 2)));
        Output first = outputs.get(0);
        if (draw.chance(4)) {
            statements.add(dependent(header, first, expressions));
        } else if (!first.rounded()) {
            String type = first.table().element();
            statements.add(Piece.statement(
                    first.element(), " = ", expressions.of(expressions.widening(type), draw.between(1, 3)), ";"));
        }
        Procedures.calls(draw, procedures, outputs, inside, expressions).forEach(statements::add);
        if (frame.scope.style.gathers() && draw.chance(40)) {
            statements.add(new Gathered(draw, expressions).statement(gatherer()));
        }
        if (last && !header.isWhile() && draw.chance(1.5)) {
            jumps = true;
            statements.add(Piece.statement("if (", expressions.of("boolean", 2), ") continue;"));
            statements.add(Piece.statement(
                    first.element(),
                    " = ",
                    first.rounded() ? "1" : expressions.literals().of("int"),
                    ";"));
        }
        return statements;
    }

    /** A variable that gathers a result, of the program or of the cell. */
    private Variable gatherer() {
        if (!gathered.isEmpty() && Expressions.isWhole(gathered.get(0).type())) {
            return gathered.get(0);
        }
        Variable variable = new Variable(names.next(), expressionsType(), true);
        captured.put(variable.name(), variable.type());
        gathered.add(variable);
        return variable;
    }

    private String expressionsType() {
        return draw.of(Expressions.NUMBERS);
    }

    /** Where a program may write in each iteration, another place in each. */
    private List<Piece> place(Header header, Table table, Expressions expressions) {
        List<Counter> counters = header.counters();
        Counter i = counters.get(0);
        if (counters.size() == 1) {
            Piece row = injective(expressions, i, Scope.LENGTH);
            Piece column = Piece.of("", Piece.PRIMARY, String.valueOf(draw.below(Scope.COLUMNS)));
            return table.axes() == 1 ? List.of(row) : List.of(row, column);
        }
        Counter j = counters.get(1);
        if (table.axes() == 2) {
            return List.of(injective(expressions, i, Scope.LENGTH), injective(expressions, j, Scope.COLUMNS));
        }
        String sum = draw.of(
                i.name() + " * 5 + " + j.name(),
                j.name() + " + 0x6 * " + i.name(),
                i.name() + " + 8 * " + j.name(),
                "(" + i.name() + " << 3) + " + j.name() + " - 1 + 1".repeat(draw.below(2)),
                i.name() + " * (2 + 3) + (4 - " + j.name() + ")",
                i.name() + " * 4 + " + j.name());
        return List.of(Piece.of("", 12, sum));
    }

    private Piece injective(Expressions expressions, Counter counter, int length) {
        long width = (long) counter.high() - counter.low();
        int factor = width * 2 < length && Math.abs((long) counter.low()) < 100 ? draw.of(1, 1, 1, -1, 2) : 1;
        int least = Math.min(factor * counter.low(), factor * counter.high());
        int most = Math.max(factor * counter.low(), factor * counter.high());
        int offset = counter.low() == 0 && factor == 1 && draw.chance(60) ? 0 : draw.between(-least, length - 1 - most);
        return expressions.subscripts().affine(counter, factor, offset);
    }

    /** Reads what other iterations may write: mostly refused. */
    private Piece dependent(Header header, Output output, Expressions expressions) {
        Table table = output.table();
        if (table.axes() == 2 || output.rounded()) {
            return Piece.statement(output.element(), " = 1;");
        }
        Counter counter = draw.of(header.counters());
        return Piece.statement(
                table.name() + "[",
                injective(expressions, counter, Scope.LENGTH),
                "] = ",
                Piece.of(
                        table.element(),
                        Piece.PRIMARY,
                        table.name() + "[",
                        draw.chance(50)
                                ? injective(expressions, counter, Scope.LENGTH)
                                : expressions.subscripts().subscript(Scope.LENGTH),
                        "]"),
                ";");
    }
}
