package org.plegma.stencil;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The source of methods that do several steps together, as {@link GeneratedCodeTest} has that of single steps. */
class FusedCodeTest {
    private static final List<Boundary> BOUNDARIES = List.of(Boundary.FIXED, Boundary.REFLECT, Boundary.constant(2));

    private static List<String> methods(String formula, int steps) {
        boolean linear = StencilSpec.parse(formula).linear().isPresent();
        String blocked = "blocked(" + steps + ")";
        return linear ? List.of(blocked, "composed(2)") : List.of(blocked);
    }

    private static String source(String formula, String method, ElementType type, Variant variant, int size) {
        StencilSpec spec = StencilSpec.parse(GeneratedCodeTest.FORMULAS.get(formula));
        int[] shape = new int[spec.rank()];
        Arrays.fill(shape, size);
        StencilInstance instance = new StencilInstance(
                spec, BOUNDARIES.subList(0, spec.rank()), type, shape, KnownDevices.processor(), variant);
        return Method.parse(method).code(instance).source();
    }

    @ParameterizedTest
    @CsvSource({"heat-1d, blocked(4), GPU", "life, blocked(2), CPU", "heat-1d, composed(2), GPU"})
    void theSourceIsAsRecorded(String formula, String method, Variant variant) throws IOException {
        GeneratedCodeTest.check(
                formula + "-" + method.replaceAll("\\W", "") + "-float-" + variant,
                GeneratedCodeTest.FORMULAS.get(formula),
                source(formula, method, ElementType.FLOAT, variant, 100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"heat-1d", "life", "wave-3d", "gray-scott"})
    void compilesForAmdWithoutSpills(String formula) {
        for (String method : methods(GeneratedCodeTest.FORMULAS.get(formula), 3)) {
            AmdTargets.assertFits(source(formula, method, ElementType.FLOAT, Variant.GPU, 100));
            AmdTargets.assertFits(source(formula, method, ElementType.DOUBLE, Variant.GPU, 1300));
        }
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** All formulas by all methods and for both kinds of device, with and without cells away from the edges. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Boundary[] all = {Boundary.PERIODIC, Boundary.ZERO, Boundary.MIRROR};
                for (String formula : GeneratedCodeTest.FORMULAS.values()) {
                    Stencil stencil = Stencil.parse(formula);
                    int rank = stencil.spec().rank();
                    for (String method : methods(formula, 2)) {
                        BoundStencil bound = stencil.on(session)
                                .boundary(Arrays.copyOf(all, rank))
                                .method(method);
                        if (!stencil.spec().params().isEmpty() && rank == 3) {
                            bound = bound.param("dt", 0.5);
                        }
                        for (Variant variant : Variant.values()) {
                            run(bound, variant, Arrays.copyOf(new int[] {6, 3, 7}, rank));
                            run(bound, variant, Arrays.copyOf(new int[] {9, 11, 10}, rank));
                        }
                    }
                }
            }
        }

        private static void run(BoundStencil bound, Variant variant, int[] shape) {
            try (StencilPlan plan = bound.plan(ElementType.FLOAT, shape, variant)) {
                Map<String, Grid> start = new TreeMap<>();
                State.keys(bound.stencil().spec())
                        .forEach(key -> start.put(key, Grid.random(ElementType.FLOAT, 1, shape)));
                plan.load(start).run(3);
            }
        }
    }
}
