package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.code.KernelContext;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.parallel.code.KernelWriter;
import org.plegma.rewrite.parallel.code.ReductionWriter;
import org.plegma.rewrite.parallel.code.TreeWriter;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.rewrite.program.KernelCase;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Combine;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Loops that were made parallel as a {@link Computation}, from which rules that optimise kernels go on: the kernels in the
 * form that {@link KernelWriter#forRules} gives them, and the host's part of the program as a function {@code host} that
 * launches them. Partial results are put together by a kernel of one group. The Java itself says what is right.
 */
final class LoopComputation {
    private static final String FAULT = "fault";
    private static final long[] SIZES = {1, 16, 37, 300};
    /** For loops within loops. */
    private static final long[] FEWER = {1, 16, 37};

    private final ParallelCode code;
    private final List<Term> finishing = new ArrayList<>();
    private final LoopProblem problem;
    /** Variables that have become the element of an array of results. */
    private final Set<String> gathered = new LinkedHashSet<>();

    private int launches;

    LoopComputation(ParallelCode code, KernelCase.Data data) {
        this.code = code;
        this.problem = new LoopProblem(code, data);
    }

    private static KernelDraft forRules(ParallelKernel kernel) {
        return kernel.forRules().orElse(kernel.plain());
    }

    /** @throws IllegalArgumentException if the host does what a computation's host code cannot */
    Computation make() {
        List<Term> body = new ArrayList<>();
        for (Term statement : code.host()) {
            body.addAll(statement(statement, true));
        }
        Set<Term> functions = new LinkedHashSet<>();
        code.kernels()
                .values()
                .forEach(kernel ->
                        functions.addAll(forRules(kernel).program().unit().children()));
        functions.addAll(finishing);
        String kernels = Code.print(new ArrayList<>(functions));
        String host = "void host(" + problem.parameters(Names.in(Tree.of(Kind.BLOCK, "", body))) + ") {\n"
                + Code.print(body) + "}\n";
        boolean flat = code.kernels().values().stream()
                .allMatch(kernel -> kernel.plain().counts().size() == 1);
        Computation raw = Computation.of(code.name(), kernels + "\n" + host, problem);
        Term unit = TreeWriter.oneLoad().apply(raw.unit()).result();
        return raw.with(unit).tolerance(problem.tolerance()).sizes(flat ? SIZES : FEWER);
    }

    private List<Term> statement(Term term, boolean outermost) {
        if (term.is(Kind.EXECUTE) && term.child(0).is(Kind.CALL)) {
            return launch(code.kernel(term.child(0)).orElseThrow(), outermost);
        }
        boolean plain = term.is(Kind.EXECUTE) || term.is(Kind.DECLARE) || term.is(Kind.IF) || term.is(Kind.WHILE);
        if (plain
                && !HostCheck.elements(term.is(Kind.IF) || term.is(Kind.WHILE) ? term.child(0) : term)
                        .isEmpty()) {
            throw refused(term, "uses an element of an array between launches");
        }
        Set<String> names = Names.in(term);
        gathered.stream().filter(names::contains).findFirst().ifPresent(name -> {
            throw refused(term, "uses '" + name + "', which a loop before it has gathered on the device");
        });
        if (term.is(Kind.DECLARE) && JavaTypes.isArray(term.child(0).text())) {
            return term.children().stream()
                    .skip(1)
                    .map(declarator -> pointer(term, declarator))
                    .toList();
        } else if (term.is(Kind.BLOCK)
                || term.is(Kind.FOR)
                || term.is(Kind.WHILE)
                || term.is(Kind.DO)
                || term.is(Kind.IF)) {
            List<Term> parts = new ArrayList<>();
            for (Term part : term.children()) {
                boolean inside = part.sort() == org.plegma.rewrite.term.Sort.STATEMENT && !part.is(Kind.DECLARE);
                if (inside || term.is(Kind.BLOCK)) {
                    parts.addAll(statement(part, false));
                } else {
                    parts.add(problem.inOpenCl(part));
                }
            }
            return List.of(((Tree) term).withChildren(parts));
        }
        return List.of(problem.inOpenCl(term));
    }

    /** {@code double[] t = u} as a pointer. */
    private Term pointer(Term term, Term declarator) {
        boolean named = declarator.children().size() == 2
                && declarator.child(1).child(0).is(Kind.NAME);
        if (!named) {
            throw refused(term, "makes an array; make it before the loops, so that it is one of their variables");
        }
        return KernelWriter.statement(
                "global " + JavaTypes.element(term.child(0).text()).openclName() + " *"
                        + JavaTypes.safe(declarator.child(0).text()) + " = "
                        + JavaTypes.safe(declarator.child(1).child(0).text()) + ";");
    }

    private static IllegalArgumentException refused(Term term, String what) {
        return new IllegalArgumentException(
                "What the host does cannot go into a computation: " + term.place() + " " + what + ".");
    }

    private List<Term> launch(ParallelKernel kernel, boolean outermost) {
        KernelDraft draft = forRules(kernel);
        KernelProgram program = draft.program();
        if (!outermost && !program.combines().isEmpty()) {
            throw refused(kernel.loop(), "gathers a result again and again, within a loop around it");
        }
        draft.captured().values().forEach(captured -> gathered.stream()
                .filter(Names.in(captured.value())::contains)
                .findFirst()
                .ifPresent(name -> {
                    throw refused(kernel.loop(), "uses '" + name + "', which a loop before it has gathered");
                }));
        List<Term> statements = new ArrayList<>();
        List<Term> global = new ArrayList<>();
        List<Term> local = new ArrayList<>();
        String groups = "groups" + (launches++ == 0 ? "" : "_" + launches);
        if (!program.combines().isEmpty()) {
            Term group = program.launch().local().get(0);
            Term number = host(draft, program.launch().global().get(0).child(0));
            statements.add(KernelWriter.declaration("int", groups, number));
            global.add(Terms.binary("*", Terms.name(groups), group));
            local.add(group);
        } else {
            List<Term> counts = program.launch().global();
            int[] sizes = counts.size() == 1
                    ? new int[] {TreeWriter.GROUP}
                    : counts.size() == 2 ? new int[] {16, 16} : new int[] {8, 8, 4};
            for (int d = 0; d < sizes.length; d++) {
                Term all = TreeWriter.groups(host(draft, counts.get(d)), sizes[d]);
                global.add(Terms.binary("*", all, Terms.number(sizes[d])));
                local.add(Terms.number(sizes[d]));
            }
        }
        List<Term> parts = new ArrayList<>(List.of(Terms.name(kernel.name()), grid(global), grid(local)));
        program.arguments().forEach(argument -> parts.add(argument(draft, argument)));
        statements.add(call(parts));
        for (Combine combine : program.combines()) {
            statements.add(finish(kernel, combine, groups));
            gathered.add(combine.scalar());
        }
        return statements;
    }

    private static Term call(List<Term> parts) {
        return Tree.of(Kind.EXECUTE, Terms.call("launch", parts.toArray(Term[]::new)));
    }

    private static Term grid(List<Term> sizes) {
        return sizes.size() == 1 ? sizes.get(0) : Terms.call("grid", sizes.toArray(Term[]::new));
    }

    /** A size in names of the host. */
    private Term host(KernelDraft draft, Term size) {
        return problem.inOpenCl(draft.inJava(size));
    }

    private Term argument(KernelDraft draft, Argument argument) {
        if (argument instanceof Argument.Local local) {
            return Terms.call("local_array", host(draft, local.length()));
        } else if (argument instanceof Argument.Scalar scalar) {
            KernelContext.Captured captured = draft.ofScalar(scalar.name());
            Term value = problem.inOpenCl(captured.value());
            return captured.type().equals("boolean")
                    ? Tree.of(Kind.CONDITIONAL, value, Terms.number(1), Terms.number(0))
                    : value;
        }
        Argument.Array array = (Argument.Array) argument;
        String java = draft.javaName(array.name());
        if (array.name().equals(FAULT)) {
            problem.addFault(FAULT);
        } else if (!code.types().containsKey(java)) {
            String type = draft.program().unit().children().stream()
                    .filter(part -> part.is(Kind.FUNCTION)
                            && part.child(1).is(Kind.NAME, draft.program().kernel()))
                    .flatMap(kernel -> kernel.child(2).children().stream())
                    .filter(parameter -> parameter.child(1).child(0).is(Kind.NAME, array.name()))
                    .map(parameter -> parameter.child(0).text())
                    .collect(Collectors.joining());
            problem.add(array.name(), type, draft.inJava(array.length()));
        }
        return Terms.name(JavaTypes.safe(java));
    }

    /** The launch of a group that puts partial results together, and its kernel. */
    private Term finish(ParallelKernel kernel, Combine combine, String groups) {
        String type = code.type(combine.scalar());
        String name = kernel.name() + "_finish" + (gathered.isEmpty() ? "" : "_" + (gathered.size() + 1));
        String result = combine.scalar() + "_result";
        problem.gathers(combine.scalar(), result, type);
        boolean tree = kernel.forRules().isPresent();
        TreeWriter writer = new TreeWriter(kernel.reductions().get(0), type);
        String partial = tree ? writer.gathered() : type;
        String head = "kernel void " + name + "(global const " + partial + " *partial, global " + type + " *result, "
                + type + " before, int n) { ";
        String body = tree
                ? writer.finish()
                : "if (get_global_id(0) == 0) { " + type + " v = before; for (int i = 0; i < n; i++) { "
                        + ReductionWriter.step(combine.operation(), type, "v", "partial[i]") + " } result[0] = v; } }";
        finishing.addAll(Code.opencl(head + body).children());
        Term items = Terms.number(tree ? TreeWriter.GROUP : 1);
        return call(List.of(
                Terms.name(name),
                items,
                items,
                Terms.name(combine.partials()),
                Terms.name(result),
                Terms.name(JavaTypes.safe(combine.scalar())),
                Terms.name(groups)));
    }
}
