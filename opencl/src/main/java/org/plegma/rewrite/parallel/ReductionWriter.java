package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.KernelProgram.Access;
import org.plegma.rewrite.KernelProgram.Argument;
import org.plegma.rewrite.KernelProgram.Launch;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.LoopNest.Loop;
import org.plegma.rewrite.LoopNest.Reduction;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Terms;
import org.plegma.rewrite.Tree;

/**
 * Writes the kernel for a loop that gathers results: each work-item gathers over every so many iterations, a work-group
 * puts the results of its items together in local memory, halving their number each time, and leaves one for the host.
 * Where of equal numbers the first counts (-0 and 0 are equal), a work-item gathers over iterations that follow each other,
 * and neighbours are put together.
 */
final class ReductionWriter {
    private static final int GROUP = 64;
    private static final int MOST_GROUPS = 256;
    private static final String SHARE = "java_share";

    private final KernelContext context;
    private final Map<String, String> types;
    private final List<Reduction> reductions;

    ReductionWriter(KernelContext context, Map<String, String> types, List<Reduction> reductions) {
        this.context = context;
        this.types = types;
        this.reductions = reductions;
    }

    static String partial(Reduction reduction) {
        return reduction.variable() + "_partial";
    }

    private static String scratch(Reduction reduction) {
        return reduction.variable() + "_scratch";
    }

    private static Term groups(Term count) {
        Term needed = Terms.binary("/", Terms.binary("+", count, Terms.number(GROUP - 1L)), Terms.number(GROUP));
        return Terms.call("min", needed, Terms.number(MOST_GROUPS));
    }

    static Launch launch(Term count) {
        return new Launch(List.of(Terms.binary("*", groups(count), Terms.number(GROUP))), List.of(Terms.number(GROUP)));
    }

    static void arguments(
            Reduction reduction, String type, Term count, List<Argument> arguments, List<Term> parameters) {
        ElementType element = JavaTypes.element(type);
        arguments.add(new Argument.Array(partial(reduction), element, Access.OUT, groups(count)));
        parameters.add(KernelWriter.buffer(partial(reduction), type, false));
        arguments.add(new Argument.Local(scratch(reduction), element, Terms.number(GROUP)));
        Term local = Tree.of(Kind.TYPE, type, List.of(Tree.leaf(Kind.QUALIFIER, "local")));
        parameters.add(KernelWriter.parameter(local, "*", scratch(reduction)));
    }

    List<Term> write(Loop loop, String loopType, Term count, Term body) {
        List<Term> statements = new ArrayList<>();
        for (Reduction reduction : reductions) {
            String type = types.get(reduction.variable());
            Variable variable = context.declare(reduction.variable(), type, null);
            statements.add(KernelWriter.declaration(
                    type, variable.name(), Code.openclExpression(identity(reduction.operation(), type))));
        }
        context.open();
        Variable index = KernelWriter.loopVariable(context, loop, loopType);
        Expressions bounds = new Expressions(context.forBounds());
        Term item = JavaTypes.conversion("long", Terms.call("get_global_id", Terms.number(0)));
        Term items = JavaTypes.conversion("long", Terms.call("get_global_size", Terms.number(0)));
        Term first = KernelWriter.first(loop, bounds, item);
        Term upper = bounds.expression(loop.upper()).code();
        Term step = loop.step() == 1 ? items : Terms.binary("*", Terms.number(loop.step()), items);
        Term end = null;
        if (isOrdered()) {
            Term rounded =
                    Terms.binary("+", JavaTypes.conversion("long", count), Terms.binary("-", items, Terms.number(1)));
            statements.add(KernelWriter.declaration("long", SHARE, Terms.binary("/", rounded, items)));
            Term share = Terms.name(SHARE);
            first = KernelWriter.first(loop, bounds, Terms.binary("*", item, share));
            Term next = Terms.binary("+", item, Terms.number(1));
            end = KernelWriter.first(loop, bounds, Terms.binary("*", next, share));
            step = Terms.number(loop.step());
        }
        String wide = index.name() + "_";
        List<Term> inside = new ArrayList<>();
        inside.add(KernelWriter.declaration(loopType, index.name(), JavaTypes.conversion(loopType, Terms.name(wide))));
        inside.addAll(new Statements(context, null, null).body(body));
        context.close();
        Term below = Terms.binary("<", Terms.name(wide), upper);
        statements.add(Tree.of(
                Kind.FOR,
                KernelWriter.declaration("long", wide, first),
                end == null ? below : Terms.binary("&&", below, Terms.binary("<", Terms.name(wide), end)),
                Tree.of(Kind.ASSIGN, "+=", List.of(Terms.name(wide), step)),
                Tree.of(Kind.BLOCK, "", inside)));
        statements.addAll(tree());
        return statements;
    }

    private List<Term> tree() {
        StringBuilder code = new StringBuilder("int item_ = get_local_id(0);\n");
        for (Reduction reduction : reductions) {
            code.append(scratch(reduction) + "[item_] = " + variable(reduction) + ";\n");
        }
        code.append(
                isOrdered()
                        ? "for (int half_ = 1; half_ < " + GROUP + "; half_ *= 2) {\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                                + "if (item_ % (2 * half_) == 0) {\n"
                        : "for (int half_ = " + GROUP / 2
                                + "; half_ > 0; half_ /= 2) {\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                                + "if (item_ < half_) {\n");
        for (Reduction reduction : reductions) {
            String mine = scratch(reduction) + "[item_]";
            String type = types.get(reduction.variable());
            code.append(mine + " = "
                    + together(reduction.operation(), type, mine, scratch(reduction) + "[item_ + half_]") + ";\n");
        }
        code.append("}\n}\nif (item_ == 0) {\n");
        for (Reduction reduction : reductions) {
            code.append(partial(reduction) + "[get_group_id(0)] = " + scratch(reduction) + "[0];\n");
        }
        return Code.opencl("void f() {" + code.append("}\n}")).child(0).child(3).children();
    }

    private static String variable(Reduction reduction) {
        return JavaTypes.safe(reduction.variable());
    }

    private boolean isOrdered() {
        return reductions.stream().anyMatch(reduction -> "<>".contains(reduction.operation()));
    }

    private String together(String operation, String type, String a, String b) {
        if ("<>".contains(operation)) {
            return b + " " + operation + " " + a + " ? " + b + " : " + a;
        }
        if (operation.length() > 1) {
            if (!JavaTypes.isReal(type)) {
                return operation + "(" + a + ", " + b + ")";
            }
            String helper = "java_" + operation + "_" + type;
            context.helpers.add(helper);
            return helper + "(" + a + ", " + b + ")";
        }
        return JavaTypes.isReal(type)
                ? a + " " + operation + " " + b
                : "(" + type + ")((u" + type + ")" + a + " " + operation + " (u" + type + ")" + b + ")";
    }

    private static String identity(String operation, String type) {
        return switch (operation) {
            case "+" -> "0";
            case "*" -> "1";
            case "min", "<" -> JavaTypes.isReal(type) ? "INFINITY" : type.equals("int") ? "INT_MAX" : "LONG_MAX";
            default -> JavaTypes.isReal(type) ? "-INFINITY" : type.equals("int") ? "INT_MIN" : "LONG_MIN";
        };
    }
}
