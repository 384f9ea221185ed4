package org.plegma.rewrite.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** One work-group: the statements of a kernel, each for all work-items that take part before the next. */
final class WorkGroup {
    private static final Term NOTHING = Tree.of(Kind.NOTHING);

    final Map<String, Term> functions;
    final long[] group;
    final long[] localSize;
    final long[] groups;
    final int items;
    final int number;
    final Watch watch;

    private final Map<Term, Memory> arrays = new IdentityHashMap<>();
    private final Expressions expressions = new Expressions(this);
    private final RoundLimit limit;
    /** Numbers the stretches between barriers for local and for global memory, through all groups. */
    private final int[] intervals;

    /** Takes the launches of host code; a kernel launches nothing. */
    final Optional<List<Launch>> launches;

    private long localBytes;

    WorkGroup(
            Map<String, Term> functions,
            long[] group,
            int number,
            long[] localSize,
            long[] groups,
            int[] intervals,
            Watch watch) {
        this(functions, group, number, localSize, groups, intervals, watch, Optional.empty());
    }

    private WorkGroup(
            Map<String, Term> functions,
            long[] group,
            int number,
            long[] localSize,
            long[] groups,
            int[] intervals,
            Watch watch,
            Optional<List<Launch>> launches) {
        this.functions = functions;
        this.group = group;
        this.number = number;
        this.localSize = localSize;
        this.groups = groups;
        this.items = Math.toIntExact(localSize[0] * localSize[1] * localSize[2]);
        this.intervals = intervals;
        this.watch = watch;
        this.launches = launches;
        limit = new RoundLimit(watch::operations);
        intervals[0]++;
        intervals[1]++;
    }

    /** One work-item that runs host code; its launches go into a list. */
    static WorkGroup ofHost(Map<String, Term> functions, List<Launch> launches) {
        long[] one = {1, 1, 1};
        return new WorkGroup(functions, new long[3], 0, one, one, new int[2], new Watch(), Optional.of(launches));
    }

    /** What control flow does to the work-items within a function or loop. */
    static final class Flow {
        final boolean[] returned;
        final boolean[] broken;
        final boolean[] continued;
        Optional<Lanes> result = Optional.empty();

        Flow(boolean[] returned, int items) {
            this.returned = returned;
            this.broken = new boolean[items];
            this.continued = new boolean[items];
        }

        void leave(boolean[] active) {
            for (int i = 0; i < active.length; i++) {
                active[i] &= !returned[i] && !broken[i] && !continued[i];
            }
        }
    }

    void kernel(Term function, List<Lanes> arguments) {
        boolean[] all = new boolean[items];
        Arrays.fill(all, true);
        call(function, arguments, all);
        watch.local(localBytes);
    }

    /** What a function returns; empty if it is nothing. */
    Optional<Lanes> call(Term function, List<Lanes> arguments, boolean[] active) {
        BlockScope scope = new BlockScope();
        List<? extends Term> parameters = function.child(2).children();
        for (int i = 0; i < parameters.size(); i++) {
            Term parameter = parameters.get(i);
            Lanes value = arguments.get(i);
            if (!value.isPointer()) {
                value = copy(value.to(type(parameter.child(0)), width(parameter.child(0))));
            }
            scope.declare(parameter.child(1).child(0).text(), value);
        }
        Flow flow = new Flow(new boolean[items], items);
        run(function.child(3), scope, active.clone(), flow);
        return flow.result;
    }

    /** Runs a statement; {@code active} loses those who leave. */
    private void run(Term term, BlockScope scope, boolean[] active, Flow flow) {
        if (none(active)) {
            return;
        }
        switch (((Tree) term).kind()) {
            case BLOCK -> {
                BlockScope inner = new BlockScope(scope);
                term.children().forEach(part -> run(part, inner, active, flow));
            }
            case DECLARE -> declare(term, scope, active);
            case EXECUTE -> {
                watch.statement(term, active);
                if (!barrier(term.child(0), active)) {
                    expressions.value(term.child(0), scope, active);
                }
            }
            case IF -> condition(term, scope, active, flow);
            case FOR -> loop(term, scope, active, flow);
            case WHILE -> rounds(term, term.child(0), NOTHING, term.child(1), scope, active, flow);
            case DO -> rounds(term, term.child(1), NOTHING, term.child(0), scope, active, flow);
            case JUMP -> {
                mark(term.text().equals("break") ? flow.broken : jump(term, flow), active);
                flow.leave(active);
            }
            case RETURN -> {
                watch.statement(term, active);
                if (!term.children().isEmpty()) {
                    Lanes value = expressions.value(term.child(0), scope, active);
                    flow.result = Optional.of(flow.result
                            .map(before -> Expressions.merge(before, value, active))
                            .orElseGet(() -> copy(value)));
                }
                mark(flow.returned, active);
                flow.leave(active);
            }
            case EMPTY, DIRECTIVE -> {}
            default -> throw SimulatorException.unknown(term);
        }
    }

    private static boolean[] jump(Term term, Flow flow) {
        if (!term.text().equals("continue")) {
            throw SimulatorException.unknown(term);
        }
        return flow.continued;
    }

    private void condition(Term term, BlockScope scope, boolean[] active, Flow flow) {
        watch.statement(term.child(0), active);
        boolean[] yes = expressions.condition(term.child(0), scope, active);
        boolean[] no = active.clone();
        for (int i = 0; i < items; i++) {
            no[i] &= !yes[i];
        }
        run(term.child(1), new BlockScope(scope), yes, flow);
        if (term.children().size() > 2) {
            run(term.child(2), new BlockScope(scope), no, flow);
        }
        flow.leave(active);
    }

    private void loop(Term term, BlockScope scope, boolean[] active, Flow flow) {
        BlockScope inner = new BlockScope(scope);
        Term start = term.child(0);
        if (start.is(Kind.DECLARE)) {
            declare(start, inner, active);
        } else if (!start.is(Kind.NOTHING)) {
            watch.statement(start, active);
            expressions.value(start, inner, active);
        }
        rounds(term, term.child(1), term.child(2), term.child(3), inner, active, flow);
    }

    private void rounds(
            Term loop, Term condition, Term step, Term body, BlockScope scope, boolean[] active, Flow outer) {
        boolean[] in = active.clone();
        Flow flow = new Flow(outer.returned, items);
        flow.result = outer.result;
        boolean tested = !loop.is(Kind.DO);
        for (long round = 0; !none(in); round++) {
            if (tested && !condition.is(Kind.NOTHING)) {
                watch.statement(condition, in);
                in = expressions.condition(condition, scope, in);
            }
            tested = true;
            boolean[] within = in.clone();
            run(body, new BlockScope(scope), within, flow);
            Arrays.fill(flow.continued, false);
            flow.leave(in);
            if (!step.is(Kind.NOTHING) && !none(in)) {
                watch.statement(step, in);
                expressions.value(step, scope, in);
            }
            limit.round(loop, round);
        }
        outer.result = flow.result;
        outer.leave(active);
    }

    private void declare(Term term, BlockScope scope, boolean[] active) {
        watch.statement(term, active);
        Term type = term.child(0);
        for (Term declarator : term.children().subList(1, term.children().size())) {
            String name = declarator.child(0).text();
            List<Long> lengths = new ArrayList<>();
            Optional<Lanes> initial = Optional.empty();
            for (Term part : declarator.children()) {
                if (part.is(Kind.DIMENSION)) {
                    lengths.add(expressions.constant(part.child(0), scope));
                } else if (part.is(Kind.INITIAL)) {
                    initial = Optional.of(expressions.value(part.child(0), scope, active));
                }
            }
            if (!lengths.isEmpty() && initial.isPresent()) {
                throw SimulatorException.unknown(declarator);
            } else if (!lengths.isEmpty()) {
                scope.declare(name, array(declarator, type, lengths));
            } else if (declarator.text().contains("*")) {
                scope.declare(name, initial.orElseThrow(() -> SimulatorException.unknown(term)));
            } else if (isLocal(type)) {
                throw SimulatorException.unknown(term);
            } else {
                Lanes value = Lanes.of(type(type), width(type), items);
                scope.declare(
                        name,
                        initial.map(set -> Expressions.merge(value, set.to(type(type), width(type)), active))
                                .orElse(value));
            }
        }
    }

    private Lanes array(Term declarator, Term type, List<Long> lengths) {
        boolean local = isLocal(type);
        ScalarType scalar = type(type);
        long[] all = lengths.stream().mapToLong(Long::longValue).toArray();
        long elements = Arrays.stream(all).reduce(width(type), (a, b) -> a * b);
        Memory memory = arrays.computeIfAbsent(declarator, key -> {
            if (local) {
                localBytes += elements * scalar.bytes;
            }
            return new Memory(
                    declarator.child(0).text(),
                    local ? Memory.Space.LOCAL : Memory.Space.PRIVATE,
                    scalar,
                    local ? elements : elements * items);
        });
        long[] offsets = new long[items];
        if (!local) {
            for (int i = 0; i < items; i++) {
                offsets[i] = i * elements * scalar.bytes;
            }
        }
        return Lanes.pointer(memory, scalar, width(type), offsets).array(all);
    }

    private boolean barrier(Term call, boolean[] active) {
        if (!call.is(Kind.CALL) || !call.child(0).text().matches("barrier|work_group_barrier")) {
            return false;
        }
        for (boolean each : active) {
            if (!each) {
                watch.find(
                        Finding.Kind.DIVERGENT_BARRIER,
                        call.place().toString(),
                        "Not all work-items of group " + number + " reach the barrier at " + call.place() + ".");
                break;
            }
        }
        String flags = call.children().size() > 1 ? call.child(1).toString() : "";
        if (flags.contains("LOCAL")) {
            intervals[0]++;
        }
        if (flags.contains("GLOBAL")) {
            intervals[1]++;
        }
        watch.barrier(active);
        return true;
    }

    int interval(Memory memory) {
        return intervals[memory.space == Memory.Space.LOCAL ? 0 : 1];
    }

    static ScalarType type(Term type) {
        return ScalarType.of(type.text()
                        .replaceAll("(?<=[a-z])(2|3|4|8|16)( ?\\*)?$", "")
                        .replace(" *", ""))
                .orElseThrow(() -> SimulatorException.unknown(type));
    }

    static int width(Term type) {
        String digits = type.text().replaceAll("\\D+", "");
        return digits.isEmpty() ? 1 : Integer.parseInt(digits);
    }

    private static boolean isLocal(Term type) {
        return type.children().stream().anyMatch(part -> part.text().matches("(__)?local"));
    }

    static Lanes copy(Lanes value) {
        boolean[] all = new boolean[value.items()];
        Arrays.fill(all, true);
        return value.isPointer()
                ? value
                : Expressions.merge(Lanes.of(value.type, value.width, value.items()), value, all);
    }

    private static void mark(boolean[] marks, boolean[] active) {
        for (int i = 0; i < active.length; i++) {
            marks[i] |= active[i];
        }
    }

    static boolean none(boolean[] active) {
        for (boolean each : active) {
            if (each) {
                return false;
            }
        }
        return true;
    }
}
