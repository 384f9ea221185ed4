package org.plegma.expr.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.Trees;

class CommonSubexpressionsTest {
    private static final InfixPrinter PRINTER = InfixPrinter.of(List.of("x"));

    private static List<Expr> trees(String... updates) {
        StringBuilder source = new StringBuilder("param a, b\n");
        for (int i = 0; i < updates.length; i++) {
            source.append(List.of("u", "v", "w").get(i))
                    .append("[x] = ")
                    .append(updates[i])
                    .append('\n');
        }
        return StencilSpec.parse(source.toString()).updates().stream()
                .map(StencilSpec.Update::written)
                .toList();
    }

    private static List<String> locals(CommonSubexpressions result) {
        return result.locals().entrySet().stream()
                .map(entry -> entry.getKey().name() + " = " + PRINTER.print(entry.getValue()))
                .collect(Collectors.toList());
    }

    private static List<String> results(CommonSubexpressions result) {
        return result.results().stream().map(PRINTER::print).toList();
    }

    @Test
    void namesWhatOccursTwiceInAnyTree() {
        CommonSubexpressions result =
                CommonSubexpressions.eliminate(trees("u*v^2 + sqrt(v^2 + u)", "u*v^2 - sqrt(v^2 + u)"), "s");
        assertEquals(List.of("s0 = v[x]^2", "s1 = u[x]*s0", "s2 = sqrt(s0 + u[x])"), locals(result));
        assertEquals(List.of("s1 + s2", "s1 - s2"), results(result));
    }

    @Test
    void leavesAndSingleUsesStay() {
        CommonSubexpressions result = CommonSubexpressions.eliminate(trees("u + u[x+1]", "u - 2*v"), "s");
        assertTrue(result.locals().isEmpty());
        assertEquals(List.of("u[x] + u[x+1]", "u[x] - 2*v[x]"), results(result));
    }

    @Test
    void conditionsAreSharedToo() {
        CommonSubexpressions result = CommonSubexpressions.eliminate(trees("u > 1 ? 1 : 0", "u > 1 ? 2 : v"), "s");
        assertEquals(List.of("s0 = u[x] > 1"), locals(result));
        assertTrue(result.locals().keySet().iterator().next().isCondition());
        assertEquals(List.of("s0 ? 1 : 0", "s0 ? 2 : v[x]"), results(result));
    }

    @Test
    void uniformPartsAreHoistedWhole() {
        CommonSubexpressions result = CommonSubexpressions.hoistUniform(
                trees("(1 - 2*a)*u + sqrt(a)*v", "(1 - 2*a)*v + (a > b ? a + 1 : b)"), "k");
        assertEquals(List.of("k0 = 1 - 2*a", "k1 = sqrt(a)", "k2 = a > b ? a + 1 : b"), locals(result));
        assertEquals(List.of("k0*u[x] + k1*v[x]", "k0*v[x] + k2"), results(result));
    }

    @Provide
    Arbitrary<Expr> trees() {
        return Trees.all();
    }

    @Property(tries = 500)
    void valuesStay(@ForAll("trees") Expr first, @ForAll("trees") Expr second, @ForAll long seed) {
        List<Expr> both = List.of(first, second, Exprs.sum(first, second));
        Function<Expr, Interpreter.Value> leaves = leaf -> {
            double value = new Random(seed ^ leaf.hashCode()).nextGaussian();
            return () -> value;
        };
        check(both, CommonSubexpressions.eliminate(both, "s"), leaves);
        check(both, CommonSubexpressions.hoistUniform(both, "k"), leaves);
    }

    private static void check(
            List<Expr> expected, CommonSubexpressions found, Function<Expr, Interpreter.Value> leaves) {
        Map<Expr, Double> known = new HashMap<>();
        Interpreter interpreter = new Interpreter(leaf -> {
            Double value = known.get(leaf);
            return value == null ? leaves.apply(leaf) : () -> value;
        });
        found.locals()
                .forEach((local, e) -> known.put(local, e.accept(interpreter).get()));
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(
                    expected.get(i).accept(new Interpreter(leaves)).get(),
                    found.results().get(i).accept(interpreter).get());
        }
    }
}
