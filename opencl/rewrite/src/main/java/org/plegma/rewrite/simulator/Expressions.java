package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.simulator.Memory.Use;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Values of expressions in all work-items of a group, and the places that are assigned. */
final class Expressions {
    private final WorkGroup group;

    Expressions(WorkGroup group) {
        this.group = group;
    }

    long constant(Term term, BlockScope scope) {
        return value(term, scope, new boolean[group.items]).whole(0, 0);
    }

    /** For which of the work-items a condition is true; counted as a branch. */
    boolean[] condition(Term term, BlockScope scope, boolean[] active) {
        boolean[] yes = trueOf(value(term, scope, active), active);
        group.watch.branch(active, yes);
        return yes;
    }

    private static boolean[] trueOf(Lanes value, boolean[] active) {
        boolean[] yes = active.clone();
        for (int i = 0; i < yes.length; i++) {
            yes[i] = active[i] && value.isTrue(i);
        }
        return yes;
    }

    /** The value where {@code active}, else what was before. */
    static Lanes merge(Lanes before, Lanes value, boolean[] active) {
        if (before.isPointer()) {
            return value;
        }
        Lanes merged = Lanes.of(before.type, before.width, active.length);
        for (int c = 0; c < before.width; c++) {
            for (int i = 0; i < active.length; i++) {
                merged.set(c, i, active[i] ? value : before, c);
            }
        }
        return merged;
    }

    Lanes value(Term term, BlockScope scope, boolean[] active) {
        if (!(term instanceof Tree tree)) {
            throw SimulatorException.unknown(term);
        }
        return switch (tree.kind()) {
            case NAME -> name(tree, scope);
            case LITERAL -> Functions.literal(tree, group.items);
            case UNARY -> unary(tree, scope, active);
            case POSTFIX -> step(tree, scope, active, true);
            case BINARY -> binary(tree, scope, active);
            case ASSIGN -> assign(tree, scope, active);
            case CONDITIONAL -> conditional(tree, scope, active);
            case COMMA -> {
                int last = tree.children().size() - 1;
                tree.children().subList(0, last).forEach(part -> value(part, scope, active));
                yield value(tree.child(last), scope, active);
            }
            case INDEX -> {
                Lanes place = place(tree, scope, active);
                yield place.isArray() ? place : load(place, active, tree);
            }
            case MEMBER -> member(tree, scope, active);
            case CAST -> cast(tree, scope, active);
            case VECTOR -> vector(tree, scope, active);
            case CALL -> call(tree, scope, active);
            default -> throw SimulatorException.unknown(term);
        };
    }

    private Lanes name(Tree tree, BlockScope scope) {
        return scope.get(tree.text()).orElseGet(() -> {
            Number constant = Functions.CONSTANTS.get(tree.text());
            if (constant == null) {
                throw SimulatorException.unknown(tree);
            }
            return Lanes.number(ScalarType.of(constant), constant, group.items);
        });
    }

    private Lanes unary(Tree tree, BlockScope scope, boolean[] active) {
        String operator = tree.text();
        if (operator.equals("++") || operator.equals("--")) {
            return step(tree, scope, active, false);
        }
        if (operator.equals("*")) {
            return load(value(tree.child(0), scope, active), active, tree);
        }
        if (operator.equals("&")) {
            return place(tree.child(0), scope, active);
        }
        Lanes value = value(tree.child(0), scope, active);
        group.watch.operation(active);
        return Arithmetic.unary(operator, value);
    }

    private Lanes step(Tree tree, BlockScope scope, boolean[] active, boolean after) {
        Lanes before = WorkGroup.copy(value(tree.child(0), scope, active));
        Lanes one = Lanes.number(ScalarType.INT, 1, group.items);
        group.watch.operation(active);
        Lanes now = Arithmetic.binary(tree.text().substring(0, 1), before, one, active)
                .to(before.type, before.width);
        store(tree.child(0), now, scope, active);
        return after ? before : now;
    }

    private Lanes binary(Tree tree, BlockScope scope, boolean[] active) {
        String operator = tree.text();
        Lanes left = value(tree.child(0), scope, active);
        if (operator.equals("&&") || operator.equals("||")) {
            boolean and = operator.equals("&&");
            boolean[] open = trueOf(left, active);
            for (int i = 0; !and && i < open.length; i++) {
                open[i] = active[i] && !open[i];
            }
            Lanes result = Lanes.of(ScalarType.INT, 1, group.items);
            boolean[] right = WorkGroup.none(open) ? open : trueOf(value(tree.child(1), scope, open), open);
            for (int i = 0; i < open.length; i++) {
                boolean yes = open[i] ? right[i] : active[i] && !and;
                result.whole[0][i] = yes ? 1 : 0;
            }
            group.watch.operation(active);
            return result;
        }
        Lanes right = value(tree.child(1), scope, active);
        group.watch.operation(active);
        return arithmetic(operator, left, right, active);
    }

    private Lanes arithmetic(String operator, Lanes left, Lanes right, boolean[] active) {
        if (left.isPointer() && !right.isPointer()) {
            return left.moved(right, operator.equals("-") ? -1 : 1);
        }
        return right.isPointer() && !left.isPointer()
                ? right.moved(left, 1)
                : Arithmetic.binary(operator, left, right, active);
    }

    private Lanes assign(Tree tree, BlockScope scope, boolean[] active) {
        Lanes value = value(tree.child(1), scope, active);
        if (tree.text().length() > 1) {
            Lanes before = value(tree.child(0), scope, active);
            String operator = tree.text().substring(0, tree.text().length() - 1);
            value = arithmetic(operator, before, value, active).to(before.type, before.width);
        }
        group.watch.operation(active);
        store(tree.child(0), value, scope, active);
        return value;
    }

    private Lanes conditional(Tree tree, BlockScope scope, boolean[] active) {
        boolean[] yes = condition(tree.child(0), scope, active);
        boolean[] no = active.clone();
        for (int i = 0; i < no.length; i++) {
            no[i] &= !yes[i];
        }
        if (WorkGroup.none(yes) || WorkGroup.none(no)) {
            return value(tree.child(WorkGroup.none(yes) ? 2 : 1), scope, active);
        }
        Lanes a = value(tree.child(1), scope, yes);
        Lanes b = value(tree.child(2), scope, no);
        ScalarType type = ScalarType.wider(a.type, b.type);
        int width = Math.max(a.width, b.width);
        return a.isPointer() ? a : merge(b.to(type, width), a.to(type, width), yes);
    }

    private void store(Term target, Lanes value, BlockScope scope, boolean[] active) {
        if (target.is(Kind.NAME)) {
            Lanes before = scope.get(target.text()).orElseThrow(() -> SimulatorException.unknown(target));
            scope.set(target.text(), merge(before, value.to(before.type, before.width), active));
        } else if (target.is(Kind.MEMBER) && target.child(0).is(Kind.NAME)) {
            int[] components = Functions.components(target);
            Lanes vector = WorkGroup.copy(
                    scope.get(target.child(0).text()).orElseThrow(() -> SimulatorException.unknown(target)));
            for (int c = 0; c < components.length; c++) {
                for (int i = 0; i < active.length; i++) {
                    if (active[i]) {
                        vector.set(components[c], i, value, c);
                    }
                }
            }
            scope.set(target.child(0).text(), vector);
        } else if (target.is(Kind.INDEX) || target.is(Kind.UNARY, "*")) {
            Lanes place = target.is(Kind.INDEX) ? place(target, scope, active) : value(target.child(0), scope, active);
            put(place, value, active, target);
        } else {
            throw SimulatorException.unknown(target);
        }
    }

    /** The address of {@code a[i]}. */
    Lanes place(Term term, BlockScope scope, boolean[] active) {
        if (!term.is(Kind.INDEX)) {
            throw SimulatorException.unknown(term);
        }
        Lanes pointer = value(term.child(0), scope, active);
        if (!pointer.isPointer()) {
            throw SimulatorException.unknown(term);
        }
        Lanes index = value(term.child(1), scope, active);
        group.watch.operation(active);
        return pointer.element(index);
    }

    Lanes load(Lanes place, boolean[] active, Term where) {
        Lanes value = Lanes.of(place.type, place.width, group.items);
        Memory memory = place.memory();
        each(
                place,
                active,
                where,
                Use.READ,
                (item, component, index) -> value.set(component, item, memory.real(index), memory.whole(index)));
        return value;
    }

    void put(Lanes place, Lanes value, boolean[] active, Term where) {
        Memory memory = place.memory();
        each(
                place,
                active,
                where,
                Use.WRITE,
                (item, component, index) ->
                        memory.set(index, value.real(component, item), value.whole(component, item)));
    }

    /** An atomic change, lane after lane. */
    void change(Lanes place, boolean[] active, Term where, Element element) {
        each(place, active, where, Use.ATOMIC, element);
    }

    interface Element {
        void at(int item, int component, int index);
    }

    private void each(Lanes place, boolean[] active, Term where, Use use, Element element) {
        Memory memory = place.memory();
        group.watch.operation(active);
        group.watch.access(memory, active, place.offsets(), place.elementBytes(), use);
        for (int i = 0; i < active.length; i++) {
            for (int c = 0; active[i] && c < place.width; c++) {
                long index = place.offsets()[i] / memory.type.bytes + c;
                if (index < 0 || index >= memory.length) {
                    group.watch.find(
                            Finding.Kind.OUT_OF_BOUNDS,
                            memory.name + where.place() + use,
                            access(i, use, memory, index, where) + ", beyond its " + memory.length + " elements.");
                    continue;
                }
                Optional<String> race = memory.access((int) index, use, group.interval(memory), group.number, i);
                if (race.isPresent()) {
                    String access = access(i, use, memory, index, where);
                    group.watch.find(
                            Finding.Kind.RACE,
                            memory.name + where.place() + use,
                            access + ", which is " + race.get() + " with no barrier between.");
                }
                element.at(i, c, (int) index);
            }
        }
    }

    private String access(int item, Use use, Memory memory, long index, Term where) {
        return "Work-item " + item + " of group " + group.number + " " + use.verb + " " + memory.name + "[" + index
                + "] at " + where.place();
    }

    private Lanes member(Tree tree, BlockScope scope, boolean[] active) {
        Lanes vector = value(tree.child(0), scope, active);
        int[] components = Functions.components(tree);
        Lanes part = Lanes.of(vector.type, components.length, group.items);
        for (int c = 0; c < components.length; c++) {
            for (int i = 0; i < group.items; i++) {
                part.set(c, i, vector, components[c]);
            }
        }
        return part;
    }

    private Lanes cast(Tree tree, BlockScope scope, boolean[] active) {
        Lanes value = value(tree.child(1), scope, active);
        ScalarType type = WorkGroup.type(tree.child(0));
        int width = WorkGroup.width(tree.child(0));
        if (tree.child(0).text().endsWith("*")) {
            if (!value.isPointer() || value.memory().type != type) {
                throw SimulatorException.unknown(tree);
            }
            return Lanes.pointer(value.memory(), type, width, value.offsets());
        }
        return value.to(type, width);
    }

    private Lanes vector(Tree tree, BlockScope scope, boolean[] active) {
        Lanes made = Lanes.of(WorkGroup.type(tree.child(0)), WorkGroup.width(tree.child(0)), group.items);
        int next = 0;
        boolean one = tree.children().size() == 2;
        for (Term part : tree.children().subList(1, tree.children().size())) {
            Lanes value = value(part, scope, active);
            for (int c = 0; c < (one ? made.width : value.width); c++) {
                for (int i = 0; i < group.items; i++) {
                    made.set(next, i, value, c);
                }
                next++;
            }
        }
        return made;
    }

    private Lanes call(Tree tree, BlockScope scope, boolean[] active) {
        String name = tree.child(0).text();
        if (name.equals("launch") && group.launches.isPresent()) {
            Launch launch = HostCode.launch(tree, term -> value(term, scope, active));
            if (launch.global().stream().allMatch(size -> size > 0)) {
                group.launches.get().add(launch);
            }
            return Lanes.of(ScalarType.INT, 1, group.items);
        }
        List<Lanes> arguments = new ArrayList<>();
        for (Term argument : tree.children().subList(1, tree.children().size())) {
            arguments.add(value(argument, scope, active));
        }
        group.watch.operation(active);
        Term function = group.functions.get(name);
        if (function != null) {
            Optional<WarpRecorder.Step> here = group.watch.current();
            Optional<Lanes> result = group.call(function, arguments, active);
            group.watch.back(here);
            return result.orElseGet(() -> Lanes.of(ScalarType.INT, 1, group.items)); // which nothing uses
        }
        return Functions.call(tree, name, arguments, group, this, active);
    }
}
