package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.memory.LocalMemory;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.code.KernelContext.Site;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.parallel.code.Trips;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.errors.ParallelIndexException;
import org.plegma.rewrite.parallel.launch.ArraysOnDevice;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.parallel.launch.LaunchProof;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Combine;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** One run of the host's part: its statements are followed, and the loops that were taken out are launched. */
final class HostRun implements AutoCloseable {
    /** How a statement ended. */
    private enum End {
        NORMAL,
        BREAK,
        CONTINUE
    }

    private static final Term NO_STEP = Tree.of(Kind.NOTHING);

    private final Session session;
    private final ParallelCode code;
    private final CompiledKernels compiled;
    private final Map<String, Object> values;
    private final TermEvaluator evaluator;
    private final ArraysOnDevice arrays;
    private final HostElements elements;
    /** By kernel, in the order of their first launches. */
    private final List<Map.Entry<KernelDraft, DeviceArray>> faults = new ArrayList<>();

    private final List<Event> events = new ArrayList<>();

    HostRun(Session session, ParallelCode code, CompiledKernels compiled, Map<String, Object> values) {
        this.session = session;
        this.code = code;
        this.compiled = compiled;
        this.values = code.inner(values);
        this.evaluator = new TermEvaluator(this.values::get);
        this.arrays = new ArraysOnDevice(session);
        this.elements = new HostElements(this.values, evaluator, arrays, this::checkFaults);
    }

    /** Runs all of it; arrays and variables have their new values afterwards. */
    void run() {
        boolean done = false;
        try {
            try {
                code.host().forEach(this::statement);
            } catch (IndexOutOfBoundsException | ArithmeticException | ParallelException later) {
                checkFaults(); // a kernel launched before it comes first, as in Java
                throw later;
            }
            checkFaults();
            arrays.download();
            done = true;
        } finally {
            if (!done) {
                elements.restore();
            }
        }
    }

    /** The launches of kernels, first to last. */
    List<Event> events() {
        return List.copyOf(events);
    }

    /** How long the kernels took, in seconds. */
    double kernelSeconds() {
        return events.stream().mapToDouble(Event::seconds).sum();
    }

    @Override
    public void close() {
        arrays.close();
        faults.forEach(fault -> fault.getValue().close());
    }

    private End statement(Term term) {
        Tree tree = (Tree) term;
        switch (tree.kind()) {
            case BLOCK -> {
                for (Term part : tree.children()) {
                    End end = statement(part);
                    if (end != End.NORMAL) {
                        return end;
                    }
                }
            }
            case EXECUTE -> effect(tree.child(0));
            case DECLARE -> declare(tree);
            case IF -> {
                if (isTrue(tree.child(0))) {
                    return statement(tree.child(1));
                } else if (tree.children().size() > 2) {
                    return statement(tree.child(2));
                }
            }
            case FOR -> {
                Term start = tree.child(0);
                if (start.is(Kind.DECLARE)) {
                    declare((Tree) start);
                } else {
                    effects(start);
                }
                loop(tree.child(1), tree.child(3), tree.child(2));
            }
            case WHILE -> loop(tree.child(0), tree.child(1), NO_STEP);
            case DO -> {
                if (iterate(tree.child(0))) {
                    loop(tree.child(1), tree.child(0), NO_STEP);
                }
            }
            case JUMP -> {
                return tree.text().equals("break") ? End.BREAK : End.CONTINUE;
            }
            default -> {}
        }
        return End.NORMAL;
    }

    private void loop(Term condition, Term body, Term step) {
        while (condition.is(Kind.NOTHING) || isTrue(condition)) {
            if (!iterate(body)) {
                return;
            }
            effects(step);
        }
    }

    /** Whether the loop goes on. */
    private boolean iterate(Term body) {
        if (Thread.interrupted()) {
            throw new CancellationException("The loops of " + code.name() + " were interrupted.");
        }
        return statement(body) != End.BREAK;
    }

    private void effects(Term term) {
        if (term.is(Kind.COMMA)) {
            term.children().forEach(this::effect);
        } else if (!term.is(Kind.NOTHING)) {
            effect(term);
        }
    }

    private void effect(Term term) {
        if (term.is(Kind.CALL)) {
            launch(code.kernel(term).orElseThrow());
            return;
        }
        if (term.child(0).is(Kind.INDEX)) {
            elements.assign(term);
            return;
        }
        String name = term.child(0).text();
        if (term.is(Kind.ASSIGN, "=")) {
            assign(name, value(term.child(1)));
            return;
        }
        Object before = evaluator.value(term.child(0));
        Object by = term.is(Kind.ASSIGN) ? value(term.child(1)) : (Object) 1;
        assign(name, TermEvaluator.binary(term.text().substring(0, term.text().length() - 1), before, by));
    }

    private void assign(String name, Object value) {
        String type = code.type(name);
        values.put(name, JavaTypes.isNumber(type) ? TermEvaluator.convert(value, type) : value);
    }

    private void declare(Tree tree) {
        String type = tree.child(0).text();
        for (Term declarator : tree.children().subList(1, tree.children().size())) {
            String name = declarator.child(0).text();
            if (declarator.children().size() > 1) {
                Object value = value(declarator.child(1).child(0));
                values.put(name, JavaTypes.isNumber(type) ? TermEvaluator.convert(value, type) : value);
            }
        }
    }

    private boolean isTrue(Term condition) {
        elements.bring(condition);
        return evaluator.isTrue(condition);
    }

    private Object value(Term term) {
        elements.bring(term);
        if (!term.is(Kind.NEW_ARRAY)) {
            return evaluator.value(term);
        }
        int[] lengths = term.children().subList(1, term.children().size()).stream()
                .mapToInt(length -> ((Number) evaluator.value(length)).intValue())
                .toArray();
        Class<?> element = ElementType.valueOf(term.child(0).text().toUpperCase(java.util.Locale.ROOT))
                .javaType();
        return java.lang.reflect.Array.newInstance(element, lengths);
    }

    private void launch(ParallelKernel kernel) {
        for (Trips trips : kernel.plain().counts()) {
            if (trips.count(values::get) == 0) {
                return; // nor does Java look at the bounds within
            }
        }
        arrays.checkAliases(kernel, values);
        LaunchProof proof = new LaunchProof(kernel.plain().ranges(), values::get);
        KernelDraft draft = proof.holds(kernel.plain().obligations())
                ? compiled.form(kernel).draft()
                : compiled.checked(kernel);
        KernelProgram program = draft.program();
        Map<String, Object> sizes = new HashMap<>();
        draft.captured().forEach((name, captured) -> {
            Object value = evaluator.value(captured.value());
            sizes.put(name, value instanceof Boolean flag ? (Object) (flag ? 1 : 0) : value);
        });
        if (!program.launches(sizes)) {
            return;
        }
        Kernel sized = program.sized(compiled.of(program), sizes);
        Map<String, DeviceArray> partials = new HashMap<>();
        try {
            List<Object> given = new ArrayList<>();
            for (Argument argument : program.arguments()) {
                given.add(given(draft, argument, sizes, partials));
            }
            events.add(sized.call(given.toArray()));
            if (!program.combines().isEmpty()) {
                checkFaults();
            }
            for (Combine combine : program.combines()) {
                DeviceArray buffer = Objects.requireNonNull(
                        partials.get(combine.partials()), "the kernel was given an array for them");
                Object results =
                        java.lang.reflect.Array.newInstance(buffer.type().javaType(), Math.toIntExact(buffer.length()));
                buffer.download(results);
                Object before = evaluator.value(Terms.name(combine.scalar()));
                assign(combine.scalar(), combine.with(before, results));
            }
        } finally {
            partials.values().forEach(DeviceArray::close);
        }
    }

    private Object given(
            KernelDraft draft, Argument argument, Map<String, Object> sizes, Map<String, DeviceArray> partials) {
        if (argument instanceof Argument.Local local) {
            return LocalMemory.of(local.type(), KernelProgram.size(local.length(), sizes));
        } else if (argument instanceof Argument.Scalar scalar) {
            Object value = Objects.requireNonNull(sizes.get(scalar.name()), "scalars of a kernel are captured");
            return TermEvaluator.convert(value, scalar.type().javaName());
        }
        Argument.Array array = (Argument.Array) argument;
        boolean partial = draft.program().combines().stream()
                .anyMatch(combine -> combine.partials().equals(array.name()));
        if (partial) {
            int length = Math.toIntExact(KernelProgram.size(array.length(), sizes));
            return partials.computeIfAbsent(array.name(), name -> session.allocate(array.type(), length));
        } else if (array.name().equals("fault")) {
            return fault(draft);
        }
        String name = draft.javaName(array.name());
        return arrays.of(name, values.get(name), array.access() != KernelProgram.Access.IN);
    }

    private DeviceArray fault(KernelDraft draft) {
        for (Map.Entry<KernelDraft, DeviceArray> entry : faults) {
            if (entry.getKey() == draft) {
                return entry.getValue();
            }
        }
        faults.add(Map.entry(draft, session.upload(new int[3])));
        return fault(draft);
    }

    private void checkFaults() {
        for (Map.Entry<KernelDraft, DeviceArray> entry : faults) {
            int[] fault = new int[3];
            entry.getValue().download(fault);
            if (fault[0] != 0) {
                Site site = entry.getKey().sites().get(fault[0] - 1);
                if (site.array().isEmpty()) {
                    throw new ArithmeticException("/ by zero at " + site.place());
                }
                throw new ParallelIndexException(site.place(), site.array(), fault[1], fault[2]);
            }
        }
    }
}
