package org.plegma.rewrite.parallel.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.plegma.array.ElementType;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.LoopNest.Reduction;
import org.plegma.rewrite.program.KernelProgram;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Writes the kernel for a loop that gathers results: each work-item gathers over every so many iterations, a work-group
 * puts the results of its items together in local memory, halving their number each time, and leaves one for the host.
 * Where of equal numbers the first counts (-0 and 0 are equal), a work-item gathers over iterations that follow each other,
 * and neighbours are put together.
 */
public final class ReductionWriter {
    private static final int GROUP = 64;
    private static final int MOST_GROUPS = 256;
    /** As many groups as fill a large GPU, which has far more work-items on their way than a CPU. */
    private static final int MOST_GROUPS_ON_GPU = 4096;

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

    /** The kernel with more groups, each of which has less to gather. */
    public static KernelProgram onGpu(KernelProgram program) {
        if (program.combines().isEmpty()) {
            return program;
        }
        Launch launch = program.launch();
        return program.with(new Launch(
                        launch.global().stream()
                                .map(ReductionWriter::moreGroups)
                                .toList(),
                        launch.local()))
                .with(program.arguments().stream()
                        .map(argument -> argument instanceof Argument.Array array
                                ? new Argument.Array(
                                        array.name(), array.type(), array.access(), moreGroups(array.length()))
                                : argument)
                        .toList());
    }

    private static Term moreGroups(Term size) {
        Term most = Terms.number(MOST_GROUPS);
        return Terms.transform(
                size,
                part -> part.is(Kind.CALL)
                                && part.child(0).is(Kind.NAME, "min")
                                && part.child(2).equals(most)
                        ? Terms.call("min", part.child(1), Terms.number(MOST_GROUPS_ON_GPU))
                        : part);
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
        if (isOrdered(reduction, type)) {
            arguments.add(new Argument.Local(places(reduction), ElementType.LONG, Terms.number(GROUP)));
            Term longs = Tree.of(Kind.TYPE, "long", List.of(Tree.leaf(Kind.QUALIFIER, "local")));
            parameters.add(KernelWriter.parameter(longs, "*", places(reduction)));
        }
    }

    List<Term> write(Loop loop, Term count, Term body) {
        List<Term> statements = new ArrayList<>();
        for (Reduction reduction : reductions) {
            String type = type(reduction);
            Variable variable = context.declare(reduction.variable(), type, Optional.empty());
            statements.add(KernelWriter.declaration(
                    type, variable.name(), Code.openclExpression(identity(reduction.operation(), type))));
        }
        context.open();
        Variable index = KernelWriter.loopVariable(context, loop);
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        Term item = id("get_global_id");
        Term items = id("get_global_size");
        boolean counts =
                loop.type().equals("long"); // a variable of 64 bits may overflow where an item goes beyond the limit
        Term begin = item;
        Term step = items;
        Optional<Term> end = Optional.empty();
        if (isOrdered()) { // a group has neighbouring iterations, and its partial result its place among the others
            Term groups = id("get_num_groups");
            Term rounded =
                    Terms.binary("+", JavaTypes.conversion("long", count), Terms.binary("-", groups, Terms.number(1)));
            statements.add(KernelWriter.declaration("long", SHARE, Terms.binary("/", rounded, groups)));
            Term share = Terms.binary("*", id("get_group_id"), Terms.name(SHARE));
            begin = Terms.binary("+", share, id("get_local_id"));
            end = Optional.of(Terms.binary("+", share, Terms.name(SHARE)));
            step = Terms.number(GROUP);
            ordered()
                    .forEach(reduction -> statements.add(
                            KernelWriter.declaration("long", at(reduction), Code.openclExpression("LONG_MAX"))));
        }
        String wide = index.name() + "_";
        Term value = counts ? KernelWriter.first(loop, bounds, Terms.name(wide)) : Terms.name(wide);
        List<Term> inside = new ArrayList<>();
        inside.add(KernelWriter.declaration(loop.type(), index.name(), JavaTypes.conversion(loop.type(), value)));
        ordered()
                .forEach(reduction -> inside.add(KernelWriter.declaration(
                        type(reduction), variable(reduction) + "_was", Terms.name(variable(reduction)))));
        boolean later = counts || loop.isUp();
        List<Term> places = ordered().stream()
                .map(reduction -> KernelWriter.statement("if (" + variable(reduction) + " != " + variable(reduction)
                        + "_was) { " + at(reduction) + " = " + (later ? "" : "-") + wide + "; }"))
                .toList();
        List<Term> leaving = new ArrayList<>(places);
        leaving.add(Tree.leaf(Kind.JUMP, "continue"));
        Optional<Term> continues = Optional.of(Tree.of(Kind.BLOCK, "", leaving));
        inside.addAll(
                new Statements(context, Optional.empty(), places.isEmpty() ? Optional.empty() : continues).body(body));
        inside.addAll(places);
        context.close();
        String within = later ? "<" : ">";
        Term upper = counts ? count : bounds.expression(loop.limit()).code();
        Term below = Terms.binary(within, Terms.name(wide), upper);
        UnaryOperator<Term> from = number -> counts ? number : KernelWriter.first(loop, bounds, number);
        statements.add(Tree.of(
                Kind.FOR,
                KernelWriter.declaration("long", wide, from.apply(begin)),
                end.<Term>map(last ->
                                Terms.binary("&&", below, Terms.binary(within, Terms.name(wide), from.apply(last))))
                        .orElse(below),
                Tree.of(
                        Kind.ASSIGN,
                        later ? "+=" : "-=",
                        List.of(Terms.name(wide), counts ? step : stride(loop, step))),
                Tree.of(Kind.BLOCK, "", inside)));
        statements.addAll(tree());
        return statements;
    }

    private static Term stride(Loop loop, Term items) {
        long width = Math.abs(loop.step());
        return width == 1 ? items : Terms.binary("*", Terms.number(width), items);
    }

    private static Term id(String function) {
        return JavaTypes.conversion("long", Terms.call(function, Terms.number(0)));
    }

    private List<Term> tree() {
        StringBuilder code = new StringBuilder("int item_ = get_local_id(0);\n");
        for (Reduction reduction : reductions) {
            code.append(scratch(reduction) + "[item_] = " + variable(reduction) + ";\n");
            if (isOrdered(reduction)) {
                code.append(places(reduction) + "[item_] = " + at(reduction) + ";\n");
            }
        }
        code.append("for (int half_ = " + GROUP / 2 + "; half_ > 0; half_ /= 2) {\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                + "if (item_ < half_) {\n");
        for (Reduction reduction : reductions) {
            String mine = scratch(reduction) + "[item_]";
            String other = scratch(reduction) + "[item_ + half_]";
            String type = type(reduction);
            if (isOrdered(reduction)) {
                String place = places(reduction) + "[item_]";
                String otherPlace = places(reduction) + "[item_ + half_]";
                code.append("if (" + other + " " + reduction.operation() + " " + mine + " || " + other + " == " + mine
                        + " && " + otherPlace + " < " + place + ") { " + mine + " = " + other + "; " + place + " = "
                        + otherPlace + "; }\n");
            } else {
                code.append(mine + " = " + together(reduction.operation(), type, mine, other) + ";\n");
            }
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
        return !ordered().isEmpty();
    }

    private List<Reduction> ordered() {
        return reductions.stream().filter(this::isOrdered).toList();
    }

    private boolean isOrdered(Reduction reduction) {
        return isOrdered(reduction, type(reduction));
    }

    private String type(Reduction reduction) {
        return JavaTypes.of(types, reduction.variable());
    }

    /** Whether of equal values the first counts: among reals, -0 equals 0. */
    private static boolean isOrdered(Reduction reduction, String type) {
        return "<>".contains(reduction.operation()) && JavaTypes.isReal(type);
    }

    /** The iteration that a work-item's value is of. */
    private static String at(Reduction reduction) {
        return variable(reduction) + "_at";
    }

    private static String places(Reduction reduction) {
        return reduction.variable() + "_places";
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

    /** {@code a} with {@code b} put to it, as a statement; of equal ones, the first stays. */
    public static String step(String operation, String type, String a, String b) {
        boolean helper = operation.length() > 1 && JavaTypes.isReal(type);
        return switch (operation) {
            case "<", ">" -> a + " = " + b + " " + operation + " " + a + " ? " + b + " : " + a + ";";
            case "+", "*" -> JavaTypes.isReal(type)
                    ? a + " " + operation + "= " + b + ";"
                    : a + " = (" + type + ")((u" + type + ")" + a + " " + operation + " (u" + type + ")" + b + ");";
            default -> a + " = " + (helper ? "java_" + operation + "_" + type : operation) + "(" + a + ", " + b + ");";
        };
    }

    /** What changes nothing. */
    static String identity(String operation, String type) {
        return switch (operation) {
            case "+" -> "0";
            case "*" -> "1";
            case "min", "<" -> JavaTypes.isReal(type) ? "INFINITY" : type.equals("int") ? "INT_MAX" : "LONG_MAX";
            default -> JavaTypes.isReal(type) ? "-INFINITY" : type.equals("int") ? "INT_MIN" : "LONG_MIN";
        };
    }
}
