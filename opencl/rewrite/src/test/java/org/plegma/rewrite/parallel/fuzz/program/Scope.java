package org.plegma.rewrite.parallel.fuzz.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a place of a program can use. */
final class Scope {
    /** Elements of each array, rows of each array of rows. */
    static final int LENGTH = 48;
    /** Elements of a row. */
    static final int COLUMNS = 6;

    /** A number or a boolean. */
    record Variable(String name, String type, boolean assignable) {}

    /** A variable of a loop, with the values that it may have. */
    record Counter(String name, String type, int low, int high) {}

    /** An array of numbers with one or two subscripts. */
    record Table(String name, String element, int axes) {
        String type() {
            return element + "[]".repeat(axes);
        }
    }

    /**
     * A method of numbers.
     *
     * @param loops whether it has loops; no other method calls it then, or calls within calls would take for ever
     */
    record Function(String name, String result, List<String> parameters, boolean loops) {}

    /** What programs of a frame have in common, so that they can share a kernel. */
    record Style(boolean loops, boolean unproven, boolean gathers) {
        static Style draw(Draw draw) {
            return new Style(draw.chance(50), draw.chance(35), draw.chance(25));
        }
    }

    final Style style;
    final List<Table> tables = new ArrayList<>();
    final List<Function> functions = new ArrayList<>();
    private final Deque<List<Variable>> variables = new ArrayDeque<>();
    private final Deque<List<Counter>> counters = new ArrayDeque<>();

    Scope(Style style) {
        this.style = style;
        open();
    }

    Scope(Scope around) {
        style = around.style;
        tables.addAll(around.tables);
        functions.addAll(around.functions);
        variables.push(new ArrayList<>(around.variables()));
        counters.push(new ArrayList<>(around.counters()));
        open();
    }

    void open() {
        variables.push(new ArrayList<>());
        counters.push(new ArrayList<>());
    }

    void close() {
        variables.pop();
        counters.pop();
    }

    void add(Variable variable) {
        variables.peek().add(variable);
    }

    void add(Counter counter) {
        counters.peek().add(counter);
        add(new Variable(counter.name(), counter.type(), false));
    }

    List<Variable> variables() {
        List<Variable> all = new ArrayList<>();
        variables.forEach(all::addAll);
        return all;
    }

    List<Variable> variables(String type) {
        return variables().stream().filter(each -> each.type().equals(type)).toList();
    }

    List<Counter> counters() {
        List<Counter> all = new ArrayList<>();
        counters.forEach(all::addAll);
        return all;
    }

    List<Table> tables(String element) {
        return tables.stream().filter(each -> each.element().equals(element)).toList();
    }

    Set<String> names() {
        Set<String> names = new HashSet<>();
        variables().forEach(each -> names.add(each.name()));
        tables.forEach(each -> names.add(each.name()));
        return names;
    }
}
