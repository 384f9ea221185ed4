package org.plegma.rewrite.lanes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.lanes.LaneScope.Buffer;
import org.plegma.rewrite.lanes.LaneScope.Mask;
import org.plegma.rewrite.lanes.LaneValue.Spread;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * A kernel of which one work-item does what so many neighbours of dimension 0 did, as vectors over them. Numbers that are
 * the same for all stay scalars; neighbouring elements are loaded as vectors, others lane by lane; where lanes part, masks
 * say which are active, and a loop runs while one is. Each lane does the same operations in the same order as its work-item
 * did, so results are the same in every bit; the last few work-items, which fill no vector, run as they were written.
 *
 * <p>The method is that of whole-function vectorisation (Karrenberg, Hack 2011).
 *
 * @param width how many work-items one does
 * @param doubt why it may well be slower than what it was made of; empty if it should be faster
 */
public record LaneKernel(KernelProgram program, int width, String doubt) {
    private static final String ITEM = "java_item";
    private static final String ONE = "java_one";

    /**
     * Makes the vectors.
     *
     * @param program whose work-items do not work together, with a guard {@code if (i >= n) { return; }} after
     *     {@code int i = get_global_id(0);}, which keeps out what is beyond the launch
     * @param device which functions may be called with vectors
     * @throws RefusedException if the kernel does what has no form for vectors, or no width above 1 is wanted
     */
    public static LaneKernel of(KernelProgram program, LaneWidths widths, VectorFunctions device) {
        Map<String, LaneFacts> facts = new HashMap<>();
        int width = widths.single();
        while (true) {
            LaneTypes types = new LaneTypes(width);
            if (width < 2) {
                throw new RefusedException(
                        org.plegma.rewrite.text.Place.NONE, "the device takes no vectors of what it computes with.");
            }
            LaneFunctions functions = new LaneFunctions(types, functions(program), facts, device);
            Tree unit = new LaneKernel(program, width, "").write(types, functions, facts);
            boolean narrower = types.hasWide() && widths.wide() < width;
            boolean grew = false;
            for (LaneFacts each : facts.values()) {
                grew |= each.grew();
            }
            if (narrower) {
                width = widths.wide();
            } else if (!grew) {
                return new LaneKernel(
                        program.with(unit).with(launch(program.launch(), width)), width, doubt(program, functions));
            }
        }
    }

    private static Launch launch(Launch launch, int width) {
        if (!launch.local().isEmpty()) {
            throw new RefusedException(org.plegma.rewrite.text.Place.NONE, "its work-items work together in groups.");
        }
        List<Term> global = new ArrayList<>(launch.global());
        global.set(
                0, Terms.binary("/", Terms.binary("+", global.get(0), Terms.number(width - 1L)), Terms.number(width)));
        return new Launch(global, launch.local());
    }

    private static Map<String, Tree> functions(KernelProgram program) {
        Map<String, Tree> functions = new HashMap<>();
        for (Term part : program.unit().children()) {
            if (part.is(Kind.FUNCTION)) {
                functions.put(part.child(1).text(), (Tree) part);
            }
        }
        return functions;
    }

    private static String doubt(KernelProgram program, LaneFunctions functions) {
        boolean loops = Names.occursKind(program.unit(), Kind.FOR)
                || Names.occursKind(program.unit(), Kind.WHILE)
                || Names.occursKind(program.unit(), Kind.DO);
        if (!loops) {
            return "it has no loop, and of such kernels the device's compiler makes vectors by itself";
        }
        return functions.isScattered() ? "in a loop the elements of an array lie apart from each other" : "";
    }

    private Tree write(LaneTypes types, LaneFunctions lanes, Map<String, LaneFacts> facts) {
        List<Term> unit = new ArrayList<>(program.unit().children());
        Tree kernel = lanes.ofUnit(program.kernel()).orElseThrow();
        unit.remove(kernel);
        LaneFacts own = facts.computeIfAbsent("", key -> new LaneFacts());
        LaneScope scope = new LaneScope(types, own, lanes, new Mask("java_active", !own.returnsApart()));
        kernel.child(2).children().forEach(parameter -> parameter(parameter, scope));
        List<Term> body = new LaneStatements(scope, Optional.empty())
                .body(withoutGuard(kernel.child(3).children()));
        if (Names.in(Tree.of(Kind.BLOCK, "", body)).contains(LaneTypes.LANES)) {
            body.add(0, lanes());
        }
        unit.addAll(lanes.all());
        unit.add(one(kernel));
        unit.add(kernel.withChildren(List.of(
                kernel.child(0), kernel.child(1), kernel.child(2), Tree.of(Kind.BLOCK, "", choice(kernel, body)))));
        return Tree.of(Kind.UNIT, "", unit);
    }

    private static void parameter(Term parameter, LaneScope scope) {
        Term type = parameter.child(0);
        Term declarator = parameter.child(1);
        String name = declarator.child(0).text();
        boolean global = type.children().stream().anyMatch(each -> each.text().endsWith("global"));
        if (declarator.text().equals("*") && global) {
            scope.buffers.put(name, new Buffer(name, type.text()));
        } else if (declarator.text().isEmpty() && LaneTypes.isNumber(type.text())) {
            scope.declare(name, type.text(), Spread.SAME, declarator);
        } else {
            throw new RefusedException(parameter.place(), "'" + name + "' is no number and no array in global memory.");
        }
    }

    private List<Term> withoutGuard(List<Term> statements) {
        for (int i = 0; i + 1 < statements.size(); i++) {
            Term first = statements.get(i);
            if (first.is(Kind.DECLARE) && usesItem(first)) {
                Term guard = statements.get(i + 1);
                boolean found = first.children().size() == 2
                        && guard.is(Kind.IF)
                        && guard.children().size() == 2
                        && (guard.child(0).is(Kind.BINARY, ">=")
                                || guard.child(0).is(Kind.BINARY, "<="))
                        && guard.child(0).child(0).equals(first.child(1).child(0))
                        && guard.child(1).equals(Tree.of(Kind.BLOCK, Tree.of(Kind.RETURN)));
                if (found) {
                    List<Term> others = new ArrayList<>(statements);
                    others.remove(i + 1);
                    return others;
                }
            }
        }
        throw new RefusedException(
                program.unit().place(),
                "there is no guard 'if (i >= n) { return; }' after 'int i = get_global_id(0);'.");
    }

    private static boolean usesItem(Term term) {
        return term.equals(Terms.call("get_global_id", Terms.number(0)))
                || term.children().stream().anyMatch(LaneKernel::usesItem);
    }

    private Term lanes() {
        List<Term> numbers = new ArrayList<>(List.of(Tree.leaf(Kind.TYPE, "int" + width)));
        for (int i = 0; i < width; i++) {
            numbers.add(Terms.number(i));
        }
        return Tree.of(
                Kind.DECLARE,
                Tree.leaf(Kind.TYPE, "int" + width),
                Tree.of(
                        Kind.DECLARATOR,
                        Terms.name(LaneTypes.LANES),
                        Tree.of(Kind.INITIAL, Tree.of(Kind.VECTOR, "", numbers))));
    }

    /** What one work-item did, as a function of its number. */
    private static Term one(Tree kernel) {
        List<Term> parameters = new ArrayList<>(kernel.child(2).children());
        parameters.add(
                Tree.of(Kind.PARAMETER, Tree.leaf(Kind.TYPE, "long"), Tree.of(Kind.DECLARATOR, Terms.name(ITEM))));
        Term id = Terms.call("get_global_id", Terms.number(0));
        Term body = Terms.transform(kernel.child(3), part -> part.equals(id) ? Terms.name(ITEM) : part);
        return Tree.of(
                Kind.FUNCTION,
                Tree.leaf(Kind.TYPE, "void"),
                Terms.name(ONE),
                Tree.of(Kind.PARAMETERS, "", parameters),
                body);
    }

    /** Vectors where they are full, else one after the other. */
    private List<Term> choice(Tree kernel, List<Term> body) {
        List<Term> given = new ArrayList<>(List.of(Terms.name(ONE)));
        kernel.child(2)
                .children()
                .forEach(parameter -> given.add(parameter.child(1).child(0)));
        given.add(Terms.name(ITEM));
        Term count = LaneTypes.cast("long", program.launch().global().get(0));
        String first = LaneExpressions.FIRST;
        Tree frame = Code.opencl("void f() {\n"
                + "long " + first + " = " + width + " * (long)get_global_id(0);\n"
                + "if (" + first + " + " + width + " <= COUNT) {\nVECTORS;\n} else {\n"
                + "for (long " + ITEM + " = " + first + "; " + ITEM + " < COUNT; " + ITEM + "++) {\nSCALAR;\n}\n}\n}");
        Term filled = Terms.transform(frame, part -> {
            if (part.is(Kind.NAME, "COUNT")) {
                return count;
            }
            boolean scalar = part.is(Kind.EXECUTE) && part.child(0).is(Kind.NAME, "SCALAR");
            if (scalar) {
                return Tree.of(Kind.EXECUTE, Tree.of(Kind.CALL, "", given));
            }
            boolean vectors = part.is(Kind.BLOCK)
                    && part.children().size() == 1
                    && part.child(0).is(Kind.EXECUTE)
                    && part.child(0).child(0).is(Kind.NAME, "VECTORS");
            return vectors ? Tree.of(Kind.BLOCK, "", body) : part;
        });
        return filled.child(0).child(3).children();
    }
}
