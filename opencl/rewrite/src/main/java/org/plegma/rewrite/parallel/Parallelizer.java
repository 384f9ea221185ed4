package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Step;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.LoopNest.Obstacle;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.cell.Inlining;
import org.plegma.rewrite.parallel.cell.JavaCell;
import org.plegma.rewrite.parallel.cell.TameNames;
import org.plegma.rewrite.parallel.code.AtomicUpdates;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.code.KernelDraft;
import org.plegma.rewrite.parallel.code.KernelWriter;
import org.plegma.rewrite.parallel.code.Methods;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.NotParallelException.Reason;
import org.plegma.rewrite.parallel.launch.ParallelKernel;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** Finds the outermost loops of a cell that may run in parallel; what is around them stays on the host. */
final class Parallelizer {
    private static final Rule INLINE = Rule.named("method-to-statements")
            .in(org.plegma.rewrite.term.Language.JAVA)
            .because("the method uses arrays, so that its statements come in place of the call")
            .match("$call;")
            .to("$body;");
    private static final Rule OUTLINE = Rule.named("parallel-loop")
            .in(org.plegma.rewrite.term.Language.JAVA)
            .because("no iteration depends on another, so each is a work-item of a kernel")
            .match("for (int $i = $a; $i < $b; $i++) { $body... }")
            .to("$launch;");
    private static final Rule GATHER = Rule.named("reduction")
            .in(org.plegma.rewrite.term.Language.JAVA)
            .because("iterations only gather a result, so each work-item gathers its own and groups put them together")
            .match("for (int $i = $a; $i < $b; $i++) { $body... }")
            .to("$launch;");
    private static final Rule TRANSLATE = Rule.named("java-to-opencl")
            .because("the body in OpenCL C, with the meaning that it has in Java")
            .match("$body;")
            .to("$kernel;");

    private final String name;
    private final JavaCell cell;
    private final ParallelCode.Options options;
    private final boolean atomics;
    /** The loops of {@link ParallelCode.Options#trusted} that were not met. */
    private final Set<String> unmet;

    private final Set<String> pure;
    /** Why the statements of methods that use arrays did not come in place of their calls, by the methods' names. */
    private final Map<String, String> notInlined = new HashMap<>();

    private final Map<String, ParallelKernel> kernels = new LinkedHashMap<>();
    private final ProgramSteps steps;
    private final Set<String> declared = new LinkedHashSet<>();

    Parallelizer(String name, JavaCell cell, ParallelCode.Options options) {
        this.name = name;
        this.cell = cell;
        this.options = options;
        this.atomics = options.atomics();
        this.unmet = new LinkedHashSet<>(options.trusted());
        this.pure = Methods.pure(cell.methods());
        this.steps = new ProgramSteps(Tree.of(Kind.UNIT, "", cell.statements()));
    }

    ParallelCode run() {
        inline();
        countedWhileLoops(Location.ROOT);
        Trace before = steps.through(LoopRules.NORMAL, cell.types());
        Tree root = steps.program();
        Map<String, String> types = new HashMap<>(cell.types());
        int count = root.children().size();
        for (int i = 0; i < count; i++) {
            if (root.child(i).is(Kind.DECLARE)) {
                root.child(i).children().stream()
                        .filter(part -> part.is(Kind.DECLARATOR))
                        .forEach(part -> declared.add(part.child(0).text()));
            }
            statement(Location.ROOT.down(i), types);
        }
        if (kernels.isEmpty()) {
            Term first = count == 0 ? root : root.child(0);
            throw notParallel(List.of(new Reason(
                    first.place(), "there is no counting loop here, as 'for (int i = 0; i < n; i++) { … }' is.")));
        }
        if (!unmet.isEmpty()) {
            throw notParallel(List.of(new Reason(
                    root.child(0).place(),
                    "'" + String.join("', '", unmet)
                            + "' is to be taken on trust, but no counting loop outside of those"
                            + " that run in parallel has that variable or begins in that line.")));
        }
        List<Term> host = steps.program().children().subList(0, count);
        return new ParallelCode(name, cell, types, host, kernels, declared, before.followedBy(steps.taken()));
    }

    /** Puts methods that use arrays in place of their calls. */
    private void inline() {
        Inlining inlining = new Inlining(steps.program(), cell.methods(), cell.types());
        for (int i = 0; i < steps.program().children().size(); i++) {
            Term before = steps.program().child(i);
            List<Term> after = inlining.statements(before);
            if (after.size() != 1 || after.get(0) != before) {
                List<Term> all = new ArrayList<>(steps.program().children());
                all.remove(i);
                all.addAll(i, after);
                Term shown = after.size() == 1 ? after.get(0) : Tree.of(Kind.BLOCK, "", after);
                steps.take(
                        INLINE,
                        Location.ROOT.down(i),
                        before,
                        shown,
                        steps.program().withChildren(all));
                i += after.size() - 1;
            }
        }
        notInlined.putAll(inlining.reasons());
    }

    /** Makes {@code for} loops of the loops in blocks that count with a variable of their own. */
    private void countedWhileLoops(Location at) {
        Optional<Tree> made = Optional.empty();
        if (at.in(steps.program()).is(Kind.BLOCK)) {
            while ((made = WhileLoops.declared((Tree) at.in(steps.program()))).isPresent()) {
                steps.take(WhileLoops.DECLARED, at, made.get());
            }
        }
        for (int i = 0; i < at.in(steps.program()).children().size(); i++) {
            countedWhileLoops(at.down(i));
        }
    }

    private NotParallelException notParallel(List<Reason> reasons) {
        return new NotParallelException(cell.source(), reasons);
    }

    private void statement(Location at, Map<String, String> types) {
        Term term = at.in(steps.program());
        try {
            if (term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO)) {
                loop(at, term, types);
            } else if (term.is(Kind.BLOCK)) {
                inside(at, types);
            } else if (term.is(Kind.IF)) {
                HostCheck.expression(term.child(0), types);
                for (int i = 1; i < term.children().size(); i++) {
                    statement(at.down(i), new HashMap<>(types));
                }
            } else {
                HostCheck.statement(term, types);
            }
        } catch (RefusedException e) {
            throw notParallel(List.of(new Reason(known(e, term), e.reason())));
        }
    }

    private static Place known(RefusedException e, Term term) {
        return e.place().isKnown() ? e.place() : term.place();
    }

    private void inside(Location at, Map<String, String> types) {
        Map<String, String> own = new HashMap<>(types);
        int count = at.in(steps.program()).children().size();
        for (int i = 0; i < count; i++) {
            statement(at.down(i), own);
        }
    }

    private void loop(Location at, Term term, Map<String, String> types) {
        List<Reason> reasons = new ArrayList<>();
        if (term.is(Kind.WHILE) && countsOn(at, (Tree) term, types, reasons)) {
            return;
        }
        if (!term.is(Kind.FOR) && reasons.isEmpty()) {
            reasons.add(new Reason(term.place(), "this is not a counting loop: 'for (int i = a; i < b; i++)'."));
        } else if (term.is(Kind.FOR) && parallel(at, term, types, reasons)) {
            return;
        }
        ProgramSteps.Mark before = steps.mark();
        int kernelsBefore = kernels.size();
        try {
            hostLoop(at, term, types);
        } catch (NotParallelException e) {
            boolean aroundLoops = Names.occursKind(term.child(term.children().size() - 1), Kind.FOR);
            if (aroundLoops || !term.is(Kind.FOR)) {
                reasons.addAll(e.reasons());
            }
            throw notParallel(reasons.stream().distinct().toList());
        } catch (RefusedException e) {
            if (Names.occursKind(term.child(term.children().size() - 1), Kind.FOR)) {
                reasons.add(new Reason(known(e, term), e.reason()));
            }
            throw notParallel(reasons);
        }
        if (kernels.size() == kernelsBefore) {
            steps.backTo(before);
            throw notParallel(reasons);
        }
    }

    /** Whether a loop counts with a variable that is used after it too, and becomes a kernel as a {@code for} loop. */
    private boolean countsOn(Location at, Tree term, Map<String, String> types, List<Reason> reasons) {
        Set<String> taken = Names.in(steps.program());
        taken.addAll(cell.types().keySet());
        taken.addAll(cell.methods().keySet());
        Optional<Tree> made = WhileLoops.live(term, types, taken);
        if (made.isEmpty()) {
            return false;
        }
        ProgramSteps.Mark before = steps.mark();
        steps.take(WhileLoops.LIVE, at, made.get());
        if (parallel(at.down(0), made.get().child(0), types, reasons)) {
            return true;
        }
        steps.backTo(before);
        return false;
    }

    /** A loop that stays on the host, around loops that do not. */
    private void hostLoop(Location at, Term term, Map<String, String> types) {
        Map<String, String> own = new HashMap<>(types);
        if (term.is(Kind.FOR)) {
            HostCheck.header(term, own);
            statement(at.down(3), own);
        } else {
            int body = term.is(Kind.WHILE) ? 1 : 0;
            if (body == 0) {
                HostCheck.noElement(term.child(1));
            }
            HostCheck.expression(term.child(1 - body), own);
            statement(at.down(body), own);
        }
    }

    /** Makes the loop a kernel if it may run in parallel, else adds the reasons why it may not. */
    private boolean parallel(Location at, Term term, Map<String, String> types, List<Reason> reasons) {
        try {
            Set<String> counted = atomics ? AtomicUpdates.arrays(term, types) : Set.of();
            LoopNest nest = LoopNest.of(counted.isEmpty() ? term : AtomicUpdates.without(term, counted), pure);
            List<Obstacle> obstacles = nest.obstacles(0);
            boolean trusted = isTrusted(term, nest.loops().get(0)) || options.assumeIndependent();
            if (!obstacles.isEmpty() && !trusted) {
                obstacles.stream().limit(3).forEach(each -> reasons.add(new Reason(each.place(), each.text())));
                if (isWritable(term, nest, types)) {
                    reasons.add(new Reason(
                            term.place(),
                            "if you know that no iteration of this loop needs another, --assume-loop "
                                    + nest.loops().get(0).variable() + " takes it, and no other loop, on trust."));
                }
                Set<String> updated = AtomicUpdates.arrays(term, types);
                if (!atomics && !updated.isEmpty()) {
                    reasons.add(new Reason(
                            term.place(),
                            "the loop only updates '" + String.join("', '", updated)
                                    + "': with --atomics it can run in parallel all the same."));
                }
                return false;
            }
            write(at, term, nest, types, counted);
            return true;
        } catch (RefusedException e) {
            reasons.add(new Reason(known(e, term), new RefusedCalls(cell, notInlined).reason(term, e)));
            return false;
        }
    }

    private boolean isTrusted(Term term, Loop loop) {
        String line = String.valueOf(term.place().line());
        unmet.remove(loop.variable());
        unmet.remove(line);
        return options.trusted().contains(loop.variable()) || options.trusted().contains(line);
    }

    /** Whether there would be a kernel if the iterations were independent. */
    private boolean isWritable(Term term, LoopNest nest, Map<String, String> types) {
        try {
            new KernelWriter(name, term, ParallelDimensions.of(nest), List.of(), types, cell.methods()).write(false);
            return nest.reductions().isEmpty();
        } catch (RefusedException e) {
            return false;
        }
    }

    /** A name that no method has. */
    private String kernelName() {
        String base = TameNames.isTame(name) ? name : name.replaceAll("\\W", "_") + "_kernel";
        String kernel = kernels.isEmpty() ? base : base + "_" + (kernels.size() + 1);
        while (cell.methods().containsKey(kernel)) {
            kernel += "_";
        }
        return kernel;
    }

    private void write(Location at, Term term, LoopNest nest, Map<String, String> types, Set<String> counted) {
        List<Loop> dimensions = ParallelDimensions.of(nest);
        String kernel = kernelName();
        for (LoopNest.Reduction reduction : nest.reductions()) {
            String type = types.get(reduction.variable());
            if (type == null || !JavaTypes.isNumber(type)) {
                throw new RefusedException(
                        reduction.place(),
                        "'" + reduction.variable() + "' is "
                                + (type == null
                                        ? "not declared."
                                        : "a " + type + ", into which no result is gathered."));
            }
        }
        KernelWriter writer = new KernelWriter(kernel, term, dimensions, nest.reductions(), types, cell.methods());
        KernelDraft draft = writer.write(false);
        Optional<RuleSet> atomic = counted.isEmpty() ? Optional.empty() : Optional.of(AtomicUpdates.rules(counted));
        UnaryOperator<KernelDraft> finished =
                each -> atomic.map(rules -> AtomicUpdates.apply(term, each, counted, rules))
                        .orElse(each);
        KernelDraft plain = finished.apply(draft);
        KernelDraft checked = finished.apply(writer.write(true));
        Optional<KernelDraft> forRules = writer.forRules().map(finished);
        List<Obstacle> assumed = nest.obstacles(0);
        kernels.put(kernel, new ParallelKernel(plain, checked, forRules, nest.reductions(), term, assumed));
        Term launch = Tree.of(Kind.EXECUTE, Terms.call(kernel)).withPlace(term.place());
        Tree outlined = (Tree) at.replace(steps.program(), launch);
        Term iteration = iteration(kernel, dimensions, KernelWriter.body(term, dimensions.size()), types);
        Rule rule = nest.reductions().isEmpty() ? OUTLINE : GATHER;
        steps.take(rule, at, term, launch, with(outlined, List.of(iteration)));
        List<Term> functions = draft.program().unit().children();
        steps.take(
                TRANSLATE,
                Location.ROOT.down(outlined.children().size()),
                iteration,
                functions.get(functions.size() - 1),
                with(outlined, functions));
        atomic.ifPresent(rules -> {
            for (Step step : rules.apply(steps.program()).steps()) {
                steps.take(step.rule(), step.location(), step.before(), step.after(), (Tree) step.programAfter());
            }
        });
    }

    /** The body as a method: what each work-item does. */
    private static Term iteration(String kernel, List<Loop> dimensions, Term body, Map<String, String> types) {
        List<Term> parameters = new ArrayList<>();
        for (Loop loop : dimensions) {
            parameters.add(KernelWriter.parameter(Tree.leaf(Kind.TYPE, loop.type()), "", loop.variable()));
        }
        Set<String> own = new LinkedHashSet<>();
        Names.in(body).stream().filter(types::containsKey).forEach(own::add);
        own.forEach(each ->
                parameters.add(KernelWriter.parameter(Tree.leaf(Kind.TYPE, JavaTypes.of(types, each)), "", each)));
        Term block = body.is(Kind.BLOCK) ? body : Tree.of(Kind.BLOCK, body);
        return Tree.of(
                Kind.FUNCTION,
                Tree.leaf(Kind.TYPE, "void"),
                Terms.name(kernel),
                Tree.of(Kind.PARAMETERS, "", parameters),
                block);
    }

    private static Tree with(Tree unit, List<Term> more) {
        List<Term> parts = new ArrayList<>(unit.children());
        parts.addAll(more);
        return unit.withChildren(parts);
    }
}
