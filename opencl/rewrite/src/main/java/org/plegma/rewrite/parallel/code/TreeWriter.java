package org.plegma.rewrite.parallel.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.loops.LoopNest.Reduction;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * A loop that gathers one result as the plainest kernel for it, that of Doroshenko and Zhereb (2009) before all rules: each
 * work-item does one iteration and leaves its value in global memory, where the values of a group are put together in a tree,
 * neighbours first. Rules make it fast. Whole numbers are gathered unsigned, so that they wrap as in Java.
 */
public final class TreeWriter {
    public static final int GROUP = 256;

    private final Reduction reduction;
    private final String type;

    public TreeWriter(Reduction reduction, String type) {
        this.reduction = reduction;
        this.type = type;
    }

    /** Whether there is such a kernel: for one result, gathered by an operation whose operands may be put in any order. */
    static boolean isFor(List<Reduction> reductions, Map<String, String> types) {
        if (reductions.size() != 1) {
            return false;
        }
        String operation = reductions.get(0).operation();
        return operation.equals("+")
                || operation.equals("*")
                || JavaTypes.isWhole(JavaTypes.of(types, reductions.get(0).variable()));
    }

    /** The type in which values are put together. */
    public String gathered() {
        boolean sum = reduction.operation().equals("+") || reduction.operation().equals("*");
        return sum && JavaTypes.isWhole(type) ? "u" + type : type;
    }

    String work() {
        return reduction.variable() + "_work";
    }

    /** {@code a} with {@code b} put to it, as a statement. */
    String step(String a, String b) {
        return switch (reduction.operation()) {
            case "+" -> a + " += " + b + ";";
            case "*" -> a + " *= " + b + ";";
            case "min", "<" -> a + " = min(" + a + ", " + b + ");";
            default -> a + " = max(" + a + ", " + b + ");";
        };
    }

    String identity() {
        return ReductionWriter.identity(reduction.operation(), type);
    }

    /** How many groups of a size take in so many iterations. */
    public static Term groups(Term count, int size) {
        return Terms.binary("/", Terms.binary("+", count, Terms.number(size - 1L)), Terms.number(size));
    }

    static Launch launch(Term count) {
        Term all = Terms.binary("*", groups(count, GROUP), Terms.number(GROUP));
        return new Launch(List.of(all), List.of(Terms.number(GROUP)));
    }

    void arguments(Term count, List<Argument> arguments, List<Term> parameters) {
        Term items = launch(count).global().get(0);
        add(work(), items, arguments, parameters);
        add(ReductionWriter.partial(reduction), groups(count, GROUP), arguments, parameters);
    }

    private void add(String name, Term length, List<Argument> arguments, List<Term> parameters) {
        arguments.add(new Argument.Array(name, JavaTypes.element(type), Access.OUT, length));
        parameters.add(KernelWriter.buffer(name, gathered(), false));
    }

    List<Term> write(KernelContext context, Loop loop, Term body) {
        ExpressionWriter bounds = new ExpressionWriter(context.forBounds());
        Term id = Terms.call("get_global_id", Terms.number(0));
        String result =
                context.declare(reduction.variable(), type, Optional.empty()).name();
        context.open();
        String index = KernelWriter.loopVariable(context, loop).name();
        boolean same =
                loop.type().equals("int") && loop.step() == 1 && loop.first().is(Kind.LITERAL, "0");
        Set<String> taken = new HashSet<>(Set.of(index));
        List.of(body, loop.first(), loop.limit()).forEach(part -> taken.addAll(Names.in(part)));
        String local = free("item", taken);
        String step = free("step", taken);
        String item = same ? index : free("index", taken);
        Term first = KernelWriter.first(loop, bounds, JavaTypes.conversion(loop.type(), Terms.name(item)));
        Term upper = bounds.expression(loop.limit()).code();
        List<Term> statements = new ArrayList<>();
        statements.add(KernelWriter.statement("int " + local + " = get_local_id(0);"));
        statements.add(KernelWriter.declaration("int", item, id));
        if (!same) {
            statements.add(KernelWriter.declaration(loop.type(), index, first));
        }
        statements.add(KernelWriter.declaration(type, result, Code.openclExpression(identity())));
        List<Term> inside = new Statements(context, Optional.empty(), Optional.empty()).body(body);
        context.close();
        statements.add(Tree.of(
                Kind.IF,
                Terms.binary(KernelWriter.within(loop), Terms.name(index), upper),
                Tree.of(Kind.BLOCK, "", inside)));
        String work = work() + "[" + item + "]";
        String tree = "void f() { " + work + " = " + result + "; barrier(CLK_GLOBAL_MEM_FENCE);"
                + " for (int " + step + " = 1; " + step + " < " + GROUP + "; " + step + " *= 2) { if (" + local
                + " % (2 * " + step + ") == 0) { " + step(work, work() + "[" + item + " + " + step + "]")
                + " } barrier(CLK_GLOBAL_MEM_FENCE); } if (" + local + " == 0) { "
                + ReductionWriter.partial(reduction) + "[get_group_id(0)] = " + work + "; } }";
        statements.addAll(Code.opencl(tree).child(0).child(3).children());
        return statements;
    }

    private static String free(String name, Set<String> taken) {
        String free = name;
        while (!taken.add(free)) {
            free += "_";
        }
        return free;
    }

    /** The rest of a kernel of one group that puts {@code partial} and {@code before} together into {@code result}. */
    public String finish() {
        return "local " + gathered() + " w[" + GROUP + "]; int t = get_local_id(0); " + gathered() + " v = "
                + identity()
                + "; for (int i = t; i < n; i += " + GROUP + ") { " + step("v", "partial[i]") + " } w[t] = v;"
                + " barrier(CLK_LOCAL_MEM_FENCE); for (int s = " + GROUP / 2 + "; s > 0; s /= 2) { if (t < s) { "
                + step("w[t]", "w[t + s]") + " } barrier(CLK_LOCAL_MEM_FENCE); } if (t == 0) { "
                + step("w[0]", "before") + " result[0] = w[0]; } }";
    }

    /** What is only one value is loaded in one expression, as rules expect it. */
    public static RuleSet oneLoad() {
        List<Rule> rules = new ArrayList<>();
        for (String step : List.of(
                "$s += $e;",
                "$s *= $e;",
                "$s = (int)((uint)$s + (uint)$e);",
                "$s = (int)((uint)$s * (uint)$e);",
                "$s = min($s, $e);",
                "$s = max($s, $e);")) {
            rules.add(Rule.named("one-load-" + (rules.size() + 1))
                    .because("what a work-item gathers is one value, or what changes nothing")
                    .match("$T $s = $z; if ($i < $n) { " + step + " } $w[$k] = $s; barrier($f);")
                    .when("pure($e) && !occurs($s, $e)")
                    .to("$w[$k] = $i < $n ? $e : $z; barrier($f);"));
        }
        return RuleSet.of(Strategy.topDown(rules.toArray(Rule[]::new)));
    }
}
