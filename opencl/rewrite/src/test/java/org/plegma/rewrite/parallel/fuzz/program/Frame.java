package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Table;
import org.plegma.rewrite.parallel.fuzz.program.Scope.Variable;

/**
 * Loops without bodies, and variables to read. Each program of a frame is a cell of its own; as no program writes what
 * another uses, several together are a cell, too, of as few kernels as one.
 */
public final class Frame {
    final Draw draw;
    final Names names;
    /** The number of iterations. */
    public final String n;

    final Map<String, String> shared = new LinkedHashMap<>();
    final List<Header> headers = new ArrayList<>();
    final Scope scope;
    private final String repeated;

    public Frame(long seed) {
        draw = new Draw(seed);
        scope = new Scope(Scope.Style.draw(draw));
        names = new Names(draw);
        n = names.next();
        shared.put(n, "int");
        scope.add(new Variable(n, "int", false));
        for (String type : List.of("int", "long", "float", "double", "boolean", draw.of(Expressions.NUMBERS))) {
            String name = names.next();
            shared.put(name, type);
            scope.add(new Variable(name, type, false));
        }
        for (String type : Expressions.NUMBERS) {
            table(type, 1);
        }
        table(draw.of(Expressions.NUMBERS), 1);
        table(draw.of(Expressions.NUMBERS), 2);
        String first = names.next();
        String second = names.next();
        String last = names.next();
        shared.put(last, "int");
        int loops = draw.of(1, 1, 1, 1, 1, 2, 2, 3);
        for (int i = 0; i < loops; i++) {
            headers.add(Header.draw(draw, first, second, n, last));
        }
        repeated = draw.chance(12) ? names.next() : "";
    }

    private void table(String type, int axes) {
        Table table = new Table(names.next(), type, axes);
        shared.put(table.name(), table.type());
        scope.tables.add(table);
    }

    /** The variables of programs with their types. */
    public Map<String, String> types(List<Program> programs) {
        Map<String, String> types = new LinkedHashMap<>(shared);
        programs.forEach(each -> types.putAll(each.captured()));
        return types;
    }

    /** The methods of programs. */
    public String methods(List<Program> programs) {
        StringBuilder text = new StringBuilder();
        programs.forEach(program ->
                program.methods().forEach(method -> text.append(method.text()).append('\n')));
        return text.toString();
    }

    /** Programs as the statements of one cell. */
    public String text(List<Program> programs) {
        StringBuilder text = new StringBuilder();
        host(text, programs, 0);
        if (!repeated.isEmpty()) {
            text.append("for (int " + repeated + " = 0; " + repeated + " < 2; " + repeated + "++) {\n");
        }
        for (int i = 0; i < headers.size(); i++) {
            if (i > 0) {
                host(text, programs, i);
            }
            text.append(headers.get(i).text()).append('\n');
            for (Program program : programs) {
                String body = Piece.lines(program.bodies().get(i)).text();
                text.append(programs.size() == 1 ? body : "{\n" + body + "}\n");
            }
            text.append(headers.get(i).closing());
        }
        text.append(repeated.isEmpty() ? "" : "}\n");
        host(text, programs, headers.size());
        return text.toString();
    }

    public boolean isRepeated() {
        return !repeated.isEmpty();
    }

    private static void host(StringBuilder text, List<Program> programs, int index) {
        programs.forEach(
                program -> text.append(Piece.lines(program.host().get(index)).text()));
    }
}
