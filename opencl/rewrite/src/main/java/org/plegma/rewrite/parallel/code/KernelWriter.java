package org.plegma.rewrite.parallel.code;

import static org.plegma.rewrite.parallel.code.KernelContext.refused;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.LoopNest.Reduction;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Combine;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Writes the kernel for a loop whose iterations may run side by side. */
public final class KernelWriter {
    private final String name;
    private final Term loop;
    private final List<Loop> dimensions;
    private final List<Reduction> reductions;
    private final Map<String, String> types;
    private final Map<String, Tree> methods;

    /**
     * @param loop the loop, of which the first few levels become dimensions
     * @param reductions variables that gather a result; with any there is one dimension
     * @param types of the host's variables
     */
    public KernelWriter(
            String name,
            Term loop,
            List<Loop> dimensions,
            List<Reduction> reductions,
            Map<String, String> types,
            Map<String, Tree> methods) {
        this.name = name;
        this.loop = loop;
        this.dimensions = dimensions;
        this.reductions = reductions;
        this.types = types;
        this.methods = methods;
    }

    /** @param checked whether it checks what may fail instead of asking that it does not */
    public KernelDraft write(boolean checked) {
        KernelContext context = context(checked);
        List<Term> head = new ArrayList<>();
        List<Term> counts = new ArrayList<>();
        List<Trips> trips = new ArrayList<>();
        Term body = body(loop, dimensions.size());
        for (Loop dimension : dimensions) {
            counts.add(count(context, dimension));
            trips.add(trips(context, dimension));
        }
        List<Term> statements = new ArrayList<>();
        if (reductions.isEmpty()) {
            for (int level = 0; level < dimensions.size(); level++) {
                head.addAll(
                        dimension(context, dimensions.get(level), dimensions.size() - 1 - level, counts.get(level)));
            }
            statements.addAll(head);
            statements.addAll(work(context, body));
        } else {
            statements.addAll(
                    new ReductionWriter(context, types, reductions).write(dimensions.get(0), counts.get(0), body));
        }
        return draft(context, statements, counts, trips, Optional.empty());
    }

    private static List<Term> work(KernelContext context, Term body) {
        return new Statements(context, Optional.empty(), Optional.of(Tree.of(Kind.RETURN))).body(body);
    }

    /**
     * The kernel in the form from which rules that optimise it begin: a condition around what each work-item does, where the
     * kernel for a device returns early, and one iteration a work-item where that gathers several for a reduction.
     *
     * @return empty for several reductions, for operations that rules do not know, and for a reduction with jumps
     */
    public Optional<KernelDraft> forRules() {
        KernelContext context = context(false);
        List<Term> counts = new ArrayList<>();
        List<Trips> trips = new ArrayList<>();
        for (Loop dimension : dimensions) {
            counts.add(count(context, dimension));
            trips.add(trips(context, dimension));
        }
        Term body = body(loop, dimensions.size());
        if (!reductions.isEmpty()) {
            if (!TreeWriter.isFor(reductions, types) || Names.occursKind(body, Kind.JUMP)) {
                return Optional.empty();
            }
            Reduction reduction = reductions.get(0);
            TreeWriter tree = new TreeWriter(reduction, JavaTypes.of(types, reduction.variable()));
            List<Term> statements = tree.write(context, dimensions.get(0), body);
            return Optional.of(draft(context, statements, counts, trips, Optional.of(tree)));
        }
        List<Term> statements = new ArrayList<>();
        List<Term> inside = new ArrayList<>();
        for (int level = 0; level < dimensions.size(); level++) {
            List<Term> head =
                    dimension(context, dimensions.get(level), dimensions.size() - 1 - level, counts.get(level));
            statements.add(head.get(0));
            Term outside = head.get(1).child(0);
            inside.add(Terms.binary(within(dimensions.get(level)), outside.child(0), outside.child(1)));
        }
        Term condition =
                inside.stream().reduce((a, b) -> Terms.binary("&&", a, b)).orElseThrow();
        statements.add(Tree.of(Kind.IF, condition, Tree.of(Kind.BLOCK, "", work(context, body))));
        return Optional.of(draft(context, statements, counts, trips, Optional.empty()));
    }

    private KernelContext context(boolean checked) {
        KernelContext context = new KernelContext(checked, false, types, methods);
        reductions.forEach(reduction -> context.gathered.add(reduction.variable()));
        return context;
    }

    /** The body of the innermost of so many loops. */
    public static Term body(Term loop, int levels) {
        Term body = loop.child(3);
        for (int level = 1; level < levels; level++) {
            body = (body.is(Kind.BLOCK) ? body.child(0) : body).child(3);
        }
        return body;
    }

    /** The number of iterations, in the kernel's arguments. */
    private Term count(KernelContext context, Loop dimension) {
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        Term first = bounds.expression(dimension.first()).code();
        Term limit = bounds.expression(dimension.limit()).code();
        if ((context.checked || dimension.type().equals("long")) && !isPlain(dimension)) {
            first = JavaTypes.conversion("long", first);
        }
        Term span = Terms.transform(difference(dimension, first, limit), KernelWriter::limitAsNumber);
        long width = Math.abs(dimension.step());
        return width == 1
                ? span
                : Terms.binary("/", Terms.binary("+", span, Terms.number(width - 1)), Terms.number(width));
    }

    /** The host computes counts, too, and has no {@code INT_MIN}. */
    private static Term limitAsNumber(Term term) {
        if (!term.is(Kind.NAME)) {
            return term;
        }
        return switch (((Tree) term).text()) {
            case "INT_MAX" -> Terms.number(Integer.MAX_VALUE);
            case "LONG_MAX" -> Terms.literal(Long.MAX_VALUE + "L");
            case "INT_MIN" -> Terms.binary("-", Terms.number(-Integer.MAX_VALUE), Terms.number(1));
            case "LONG_MIN" -> Terms.binary(
                    "-", Tree.of(Kind.UNARY, "-", List.of(Terms.literal(Long.MAX_VALUE + "L"))), Terms.literal("1L"));
            default -> term;
        };
    }

    private static Term difference(Loop loop, Term first, Term limit) {
        if (!loop.isUp()) {
            return limit.is(Kind.LITERAL, "0") ? first : Terms.binary("-", first, limit);
        }
        return first.is(Kind.LITERAL, "0") ? limit : Terms.binary("-", limit, first);
    }

    /** Whether the loop counts 0, 1, 2 and so on: a work-item's number is its variable. */
    private static boolean isPlain(Loop loop) {
        return loop.step() == 1 && loop.first().is(Kind.LITERAL, "0");
    }

    /** What the host asks before a launch, in its variables; a kernel without checks asks for more. */
    private Trips trips(KernelContext context, Loop dimension) {
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        Term first = bound(bounds, dimension.first());
        Term limit = bound(bounds, dimension.limit());
        if (!context.checked && !isPlain(dimension) && dimension.type().equals("int")) {
            Term span = Terms.binary(
                    "+", difference(dimension, first, limit), Terms.number(Math.abs(dimension.step()) - 1));
            context.obligations.add(
                    new Obligation.Fits(Tree.of(Kind.CAST, JavaTypes.type("int"), span), dimension.place()));
        }
        return new Trips(dimension, first, limit, dimension.place());
    }

    private Term bound(ExpressionWriter bounds, Term bound) {
        Typed value = bounds.expression(bound);
        return value.symbol().orElseThrow(() -> unbound(bound, value.type()));
    }

    private RefusedException unbound(Term bound, String type) {
        Term at = bound.place().isKnown() ? bound : loop;
        if (JavaTypes.isReal(type)) {
            return refused(
                    at,
                    "the bound '" + Code.print(bound) + "' of the loop is a " + type
                            + ": only whole numbers bound a loop that runs in parallel. Put one into a variable first, as 'int m = (int) Math.ceil(…)'.");
        }
        return refused(
                at, "the bound '" + Code.print(bound) + "' of the loop depends on data. Put it into a variable first.");
    }

    /** How a loop's variable compares with the limit while the loop goes on. */
    static String within(Loop loop) {
        return loop.isUp() ? "<" : ">";
    }

    /** {@code int i = first + step * id; if (i >= limit) return;}. */
    private List<Term> dimension(KernelContext context, Loop level, int id, Term count) {
        Variable variable = loopVariable(context, level);
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        Term limit = bounds.expression(level.limit()).code();
        boolean wide = context.checked && level.type().equals("int") && !isPlain(level);
        String type = wide ? "long" : level.type();
        Term number = JavaTypes.conversion(type, Terms.call("get_global_id", Terms.number(id)));
        Term value = first(level, bounds, number);
        String name = wide ? variable.name() + "_wide" : variable.name();
        Term start = declaration(type, name, value == number ? ((Tree) number).child(1) : value);
        Term guard = Tree.of(
                Kind.IF,
                Terms.binary(level.isUp() ? ">=" : "<=", Terms.name(name), limit),
                Tree.of(Kind.BLOCK, Tree.of(Kind.RETURN)));
        if (!wide) {
            return List.of(start, guard);
        }
        Term narrow = declaration("int", variable.name(), JavaTypes.conversion("int", Terms.name(name)));
        return List.of(start, guard, narrow);
    }

    static Term first(Loop level, ExpressionWriter bounds, Term number) {
        Term first = bounds.expression(level.first()).code();
        long width = Math.abs(level.step());
        Term scaled = width == 1 ? number : Terms.binary("*", Terms.number(width), number);
        if (!level.isUp()) {
            return Terms.binary("-", first, scaled);
        }
        return first.is(Kind.LITERAL, "0") ? scaled : Terms.binary("+", first, scaled);
    }

    static Variable loopVariable(KernelContext context, Loop level) {
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        if (!level.type().equals("int")) {
            return context.declare(level.variable(), level.type(), Optional.empty());
        }
        Term first = bounds.expression(level.first()).symbol().orElseThrow(); // those without were refused
        Term limit = bounds.expression(level.limit()).symbol().orElseThrow();
        Term number = context.number(level.variable(), Obligation.Range.of(level, first, limit));
        return context.declare(level.variable(), level.type(), Optional.of(number));
    }

    public static Term declaration(String type, String name, Term value) {
        return Tree.of(
                Kind.DECLARE,
                JavaTypes.type(type),
                Tree.of(Kind.DECLARATOR, Terms.name(name), Tree.of(Kind.INITIAL, value)));
    }

    /** One statement. */
    public static Term statement(String code) {
        return Code.opencl("void f() { " + code + " }").child(0).child(3).child(0);
    }

    private KernelDraft draft(
            KernelContext context,
            List<Term> statements,
            List<Term> counts,
            List<Trips> trips,
            Optional<TreeWriter> tree) {
        List<Argument> arguments = new ArrayList<>();
        List<Term> parameters = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        Set<String> used = Names.in(Tree.of(Kind.BLOCK, "", statements));
        context.arrays.values().stream()
                .filter(use -> use.needed || used.contains(JavaTypes.safe(use.name)))
                .forEach(use -> {
                    Access access = use.written ? Access.INOUT : Access.IN;
                    ElementType type = JavaTypes.element(use.type);
                    Term length = KernelContext.javaLength(use.name, 0);
                    Term whole = JavaTypes.axes(use.type) == 1
                            ? length
                            : Terms.binary("*", length, KernelContext.javaLength(use.name, 1));
                    String safe = JavaTypes.safe(use.name);
                    names.put(safe, use.name);
                    arguments.add(new Argument.Array(safe, type, access, whole));
                    parameters.add(buffer(safe, type.openclName(), !use.written));
                });
        context.scalars.forEach((scalar, value) -> {
            if (used.contains(scalar)) {
                boolean flag = value.type().equals("boolean");
                arguments.add(new Argument.Scalar(scalar, flag ? ElementType.INT : JavaTypes.element(value.type())));
                parameters.add(parameter(JavaTypes.type(flag ? "int" : value.type()), "", scalar));
            }
        });
        List<Combine> combines = new ArrayList<>();
        for (Reduction reduction : reductions) {
            if (tree.isPresent()) {
                tree.get().arguments(counts.get(0), arguments, parameters);
            } else {
                String type = JavaTypes.of(types, reduction.variable());
                ReductionWriter.arguments(reduction, type, counts.get(0), arguments, parameters);
            }
            String operation = reduction.operation();
            combines.add(new Combine(reduction.variable(), operation, ReductionWriter.partial(reduction)));
        }
        if (!context.sites.isEmpty()) {
            arguments.add(new Argument.Array("fault", ElementType.INT, Access.INOUT, Terms.number(3)));
            parameters.add(buffer("fault", "int", false));
        }
        Tree kernel = Tree.of(
                Kind.FUNCTION,
                Tree.of(Kind.TYPE, "void", List.of(Tree.leaf(Kind.QUALIFIER, "kernel"))),
                Terms.name(name),
                Tree.of(Kind.PARAMETERS, "", parameters),
                Tree.of(Kind.BLOCK, "", statements));
        List<Term> unit = new ArrayList<>();
        unit.add(Tree.leaf(Kind.DIRECTIVE, "#pragma OPENCL FP_CONTRACT OFF"));
        Stream.concat(context.functions.values().stream(), Stream.of(kernel))
                .forEach(function -> addConversions(function, context.helpers));
        context.helpers.forEach(helper -> unit.addAll(MathFunctions.functions(helper)));
        unit.addAll(context.functions.values());
        unit.add(kernel);
        KernelProgram program = new KernelProgram(
                Tree.of(Kind.UNIT, "", unit),
                name,
                arguments,
                tree.isEmpty() ? launch(counts) : TreeWriter.launch(counts.get(0)),
                combines);
        return new KernelDraft(
                program,
                Map.copyOf(context.scalars),
                obligations(context),
                Map.copyOf(context.ranges),
                List.copyOf(context.sites),
                trips,
                names);
    }

    /** Without those for subscripts of arrays that are only read: iterations cannot depend on each other by them. */
    private static List<Obligation> obligations(KernelContext context) {
        return context.obligations.stream()
                .filter(each -> !(each instanceof Obligation.Exact exact)
                        || exact.array().map(context::isWritten).orElse(true))
                .toList();
    }

    /** Conversions are made where no context is at hand, so that they are looked for. */
    private static void addConversions(Term function, Set<String> helpers) {
        Terms.transform(function, term -> {
            if (term.is(Kind.CALL)
                    && MathFunctions.isHelper(((Tree) term).child(0).text())) {
                helpers.add(((Tree) term).child(0).text());
            }
            return term;
        });
    }

    private Launch launch(List<Term> counts) {
        if (!reductions.isEmpty()) {
            return ReductionWriter.launch(counts.get(0));
        }
        List<Term> global = new ArrayList<>(counts);
        java.util.Collections.reverse(global);
        return new Launch(global, List.of());
    }

    static Term buffer(String name, String type, boolean constant) {
        List<Term> qualifiers = new ArrayList<>(List.of(Tree.leaf(Kind.QUALIFIER, "global")));
        if (constant) {
            qualifiers.add(Tree.leaf(Kind.QUALIFIER, "const"));
        }
        return parameter(Tree.of(Kind.TYPE, type, qualifiers), "*", name);
    }

    public static Term parameter(Term type, String stars, String name) {
        return Tree.of(Kind.PARAMETER, type, Tree.of(Kind.DECLARATOR, stars, List.of(Terms.name(name))));
    }
}
