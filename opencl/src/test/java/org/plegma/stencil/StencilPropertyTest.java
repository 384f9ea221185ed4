package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.composed.ComposedMethod;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Generated kernels against the plain definition: those of single steps for both kinds of device, the others, which take long
 * to compile, for one of the two each time.
 */
class StencilPropertyTest {
    private static Session session;
    private static Oracle.Checked checked = Oracle.Checked.NONE;

    @BeforeContainer
    static void open() {
        session = Session.open();
    }

    @AfterContainer
    static void close() {
        session.close();
        checked.requireSharp();
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void linearFormulas(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        check(random, random.linear());
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void linearFormulasOfSeveralFields(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        check(random, random.coupled());
    }

    @Property(tries = 10, shrinking = ShrinkingMode.OFF)
    void otherFormulas(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        check(random, random.general());
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void upToEightStepsFoldedIntoOne(@ForAll long seed) {
        RandomStencils random = new RandomStencils(seed);
        String formula = random.linearOfFewTerms();
        Stencil stencil = Stencil.parse(formula);
        Boundary[] boundaries = random.boundaries();
        int[] shape = random.shape();
        int together = 1 + random.below(8);
        int steps = together + random.below(together);
        ElementType type = random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Double> params = Map.of("a", random.parameter());
        Map<String, Grid> start = Map.of("u", Grid.generate(type, i -> random.value(), shape));
        LinearOracle oracle = new LinearOracle(formula, boundaries, params, start, steps);
        int points = ComposedMethod.compose(stencil.spec(), together).cost().points();
        BoundStencil composed = stencil.on(session)
                .boundary(boundaries)
                .method("composed(" + together + ")")
                .param("a", params.get("a"));
        for (Variant variant : Variant.values()) {
            run(composed, variant, start, steps, type, found -> oracle.check(found, type, (points + 8) * steps));
        }
    }

    private static void check(RandomStencils random, String formula) {
        Stencil stencil = Stencil.parse(formula);
        // Sums multiplied out have an oracle of their own, for numbers only.
        boolean special = stencil.spec().linear().isEmpty();
        Boundary[] boundaries = special ? random.strangeBoundaries() : random.boundaries();
        int[] shape = random.shape();
        // What is not linear is soon far from where rounding errors alone would take it.
        int together = 1 + random.below(special ? 3 : 8);
        // Steps that are left over are code of their own.
        int steps = random.below(3) > 0 ? together : together + random.below(together + 2);
        ElementType type = random.value() > 0 ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Double> params = new LinkedHashMap<>();
        stencil.spec().params().forEach(param -> params.put(param.name(), random.parameter()));
        Map<String, Grid> start = new LinkedHashMap<>();
        for (String key : State.keys(stencil.spec())) {
            start.put(key, Grid.generate(type, i -> special ? random.startValue() : random.value(), shape));
        }
        BoundStencil bound = stencil.on(session).boundary(boundaries);
        for (Map.Entry<String, Double> param : params.entrySet()) {
            bound = bound.param(param.getKey(), param.getValue());
        }
        Oracle oracle = new Oracle(stencil.spec(), boundaries, params, shape);
        for (Variant variant : Variant.values()) {
            run(
                    bound.method("direct"),
                    variant,
                    start,
                    steps,
                    type,
                    found -> checked = checked.plus(oracle.check(start, found, steps, type)));
        }
        Variant one = Variant.values()[random.below(Variant.values().length)];
        run(
                bound.method("blocked(" + together + ")"),
                one,
                start,
                steps,
                type,
                found -> checked = checked.plus(oracle.check(start, found, steps, type)));
        int few = Math.min(together, random.rank() == 1 ? 4 : 2);
        BoundStencil composed = bound.method("composed(" + few + ")");
        if (stencil.spec().linear().filter(LinearSystem::hasUniformCoefficients).isPresent()) {
            LinearOracle linear = new LinearOracle(formula, boundaries, params, start, steps);
            int points = ComposedMethod.compose(stencil.spec(), few).cost().points();
            run(composed, one, start, steps, type, found -> linear.check(found, type, (points + 8) * steps));
            if (stencil.spec().updates().size() == stencil.spec().fields().size()) {
                BoundStencil inFrequency = bound.method("fft(" + together + ")");
                run(inFrequency, one, start, steps, type, found -> linear.checkTransformed(found, type, steps));
            }
        } else {
            assertThrows(IllegalArgumentException.class, () -> composed.plan(shape));
        }
    }

    private static void run(
            BoundStencil bound,
            Variant variant,
            Map<String, Grid> start,
            int steps,
            ElementType type,
            Consumer<Map<String, Grid>> check) {
        int[] shape = start.values().iterator().next().shape();
        try (StencilPlan plan = bound.plan(type, shape, variant)) {
            check.accept(plan.load(start).run(steps).result());
            assertEquals(steps, plan.steps());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(bound + " for " + variant, e);
        }
    }
}
