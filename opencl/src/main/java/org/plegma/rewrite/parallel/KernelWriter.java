package org.plegma.rewrite.parallel;

import static org.plegma.rewrite.parallel.KernelContext.refused;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.KernelProgram;
import org.plegma.rewrite.KernelProgram.Access;
import org.plegma.rewrite.KernelProgram.Argument;
import org.plegma.rewrite.KernelProgram.Combine;
import org.plegma.rewrite.KernelProgram.Launch;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.LoopNest.Loop;
import org.plegma.rewrite.LoopNest.Reduction;
import org.plegma.rewrite.Names;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Terms;
import org.plegma.rewrite.Tree;

/** Writes the kernel for a loop whose iterations may run side by side. */
final class KernelWriter {
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
    KernelWriter(
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
    KernelDraft write(boolean checked) {
        KernelContext context = new KernelContext(checked, false, types, methods);
        List<Term> head = new ArrayList<>();
        List<Term> counts = new ArrayList<>();
        List<Term> javaCounts = new ArrayList<>();
        Term body = body(loop, dimensions.size());
        for (Loop dimension : dimensions) {
            counts.add(count(context, dimension, false));
            javaCounts.add(count(context, dimension, true));
        }
        List<Term> statements = new ArrayList<>();
        if (reductions.isEmpty()) {
            for (int level = 0; level < dimensions.size(); level++) {
                head.addAll(
                        dimension(context, dimensions.get(level), dimensions.size() - 1 - level, counts.get(level)));
            }
            statements.addAll(head);
            statements.addAll(new Statements(context, null, Tree.of(Kind.RETURN)).body(body));
        } else {
            statements.addAll(new ReductionWriter(context, types, reductions)
                    .write(dimensions.get(0), typeOf(0), counts.get(0), body));
        }
        return draft(context, statements, counts, javaCounts, null);
    }

    /**
     * The kernel in the form from which rules that optimise it begin: a condition around what each work-item does, where the
     * kernel for a device returns early, and one iteration a work-item where that gathers several for a reduction.
     *
     * @return null for several reductions, for operations that rules do not know, and for a reduction with jumps
     */
    KernelDraft forRules() {
        KernelContext context = new KernelContext(false, false, types, methods);
        List<Term> counts = new ArrayList<>();
        List<Term> javaCounts = new ArrayList<>();
        for (Loop dimension : dimensions) {
            counts.add(count(context, dimension, false));
            javaCounts.add(count(context, dimension, true));
        }
        Term body = body(loop, dimensions.size());
        if (!reductions.isEmpty()) {
            if (!TreeWriter.isFor(reductions, types) || Names.occursKind(body, Kind.JUMP)) {
                return null;
            }
            TreeWriter tree = new TreeWriter(
                    context, reductions.get(0), types.get(reductions.get(0).variable()));
            List<Term> statements = tree.write(dimensions.get(0), typeOf(0), body);
            return draft(context, statements, counts, javaCounts, tree);
        }
        List<Term> statements = new ArrayList<>();
        Term inside = null;
        for (int level = 0; level < dimensions.size(); level++) {
            List<Term> head =
                    dimension(context, dimensions.get(level), dimensions.size() - 1 - level, counts.get(level));
            statements.add(head.get(0));
            Term outside = head.get(1).child(0);
            Term test = Terms.binary("<", outside.child(0), outside.child(1));
            inside = inside == null ? test : Terms.binary("&&", inside, test);
        }
        List<Term> work = new Statements(context, null, Tree.of(Kind.RETURN)).body(body);
        statements.add(Tree.of(Kind.IF, inside, Tree.of(Kind.BLOCK, "", work)));
        return draft(context, statements, counts, javaCounts, null);
    }

    /** The body of the innermost of so many loops. */
    static Term body(Term loop, int levels) {
        Term body = loop.child(3);
        for (int level = 1; level < levels; level++) {
            body = (body.is(Kind.BLOCK) ? body.child(0) : body).child(3);
        }
        return body;
    }

    /** The number of iterations, in Java or in the kernel's arguments. */
    private Term count(KernelContext context, Loop dimension, boolean java) {
        Expressions bounds = new Expressions(context.forBounds());
        Typed lower = bounds.expression(dimension.lower());
        Typed upper = bounds.expression(dimension.upper());
        if (lower.symbol() == null || upper.symbol() == null) {
            Term which = lower.symbol() == null ? dimension.lower() : dimension.upper();
            throw refused(
                    which.place().isKnown() ? which : loop,
                    "the bound '" + Code.print(which) + "' of the loop depends on data. Put it into a variable first.");
        }
        Term from = java ? lower.symbol() : lower.code();
        Term to = java ? upper.symbol() : upper.code();
        Term span = from.is(Kind.LITERAL, "0") ? to : Terms.binary("-", to, from);
        return dimension.step() == 1
                ? span
                : Terms.binary(
                        "/",
                        Terms.binary("+", span, Terms.number(dimension.step() - 1)),
                        Terms.number(dimension.step()));
    }

    private String typeOf(int level) {
        Term at = loop;
        for (int i = 0; i < level; i++) {
            Term body = at.child(3);
            at = body.is(Kind.BLOCK) ? body.child(0) : body;
        }
        return at.child(0).child(0).text();
    }

    /** {@code int i = lower + step * id; if (i >= upper) return;}. */
    private List<Term> dimension(KernelContext context, Loop level, int id, Term count) {
        String type = typeOf(dimensions.indexOf(level));
        Variable variable = loopVariable(context, level, type);
        Term number = JavaTypes.conversion(type, Terms.call("get_global_id", Terms.number(id)));
        Expressions bounds = new Expressions(context.forBounds());
        Term value = first(level, bounds, number);
        Term upper = bounds.expression(level.upper()).code();
        boolean bare = value == number;
        Term start = declaration(type, variable.name(), bare ? ((Tree) number).child(1) : value);
        Term guard = Tree.of(
                Kind.IF,
                Terms.binary(">=", Terms.name(variable.name()), upper),
                Tree.of(Kind.BLOCK, Tree.of(Kind.RETURN)));
        return List.of(start, guard);
    }

    static Term first(Loop level, Expressions bounds, Term number) {
        Term lower = bounds.expression(level.lower()).code();
        Term scaled = level.step() == 1 ? number : Terms.binary("*", Terms.number(level.step()), number);
        return lower.is(Kind.LITERAL, "0") ? scaled : Terms.binary("+", lower, scaled);
    }

    static Variable loopVariable(KernelContext context, Loop level, String type) {
        Expressions bounds = new Expressions(context.forBounds());
        Term number = type.equals("int")
                ? context.number(
                        level.variable(),
                        new Obligation.Range(
                                bounds.expression(level.lower()).symbol(),
                                bounds.expression(level.upper()).symbol()))
                : null;
        return context.declare(level.variable(), type, number);
    }

    static Term declaration(String type, String name, Term value) {
        return Tree.of(
                Kind.DECLARE,
                JavaTypes.type(type),
                Tree.of(Kind.DECLARATOR, Terms.name(name), Tree.of(Kind.INITIAL, value)));
    }

    /** One statement. */
    static Term statement(String code) {
        return Code.opencl("void f() { " + code + " }").child(0).child(3).child(0);
    }

    private KernelDraft draft(
            KernelContext context, List<Term> statements, List<Term> counts, List<Term> javaCounts, TreeWriter tree) {
        List<Argument> arguments = new ArrayList<>();
        List<Term> parameters = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        Set<String> used = Names.in(Tree.of(Kind.BLOCK, "", statements));
        context.arrays.values().stream()
                .filter(use -> used.contains(JavaTypes.safe(use.name)))
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
            if (tree == null) {
                String type = types.get(reduction.variable());
                ReductionWriter.arguments(reduction, type, counts.get(0), arguments, parameters);
            } else {
                tree.arguments(counts.get(0), arguments, parameters);
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
                tree == null ? launch(counts) : TreeWriter.launch(counts.get(0)),
                combines);
        return new KernelDraft(
                program,
                Map.copyOf(context.scalars),
                List.copyOf(context.obligations),
                Map.copyOf(context.ranges),
                List.copyOf(context.sites),
                javaCounts,
                names);
    }

    /** Conversions are made where no context is at hand, so that they are looked for. */
    private static void addConversions(Term function, Set<String> helpers) {
        Terms.transform(function, term -> {
            if (term.is(Kind.CALL)
                    && MathFunctions.helper(((Tree) term).child(0).text()) != null) {
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

    static Term parameter(Term type, String stars, String name) {
        return Tree.of(Kind.PARAMETER, type, Tree.of(Kind.DECLARATOR, stars, List.of(Terms.name(name))));
    }
}
