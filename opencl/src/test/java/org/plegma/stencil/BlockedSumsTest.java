package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.Boundary;

/** Steps done together by partial sums against the plain definition, on grids around the size of a tile. */
class BlockedSumsTest {
    private static final int[] SIZES = {
        1, 2, 3, 4, 5, 7, 8, 12, 31, 32, 33, 64, 97, 127, 128, 129, 130, 136, 211, 256, 257
    };

    private static Session session;
    private static int sure;

    @BeforeContainer
    static void open() {
        session = Session.open();
    }

    @AfterContainer
    static void close() {
        session.close();
        assertTrue(sure > 1000, "the bounds say nothing: " + sure + " cells had one");
    }

    @Property(tries = 20)
    void equalsSingleSteps(@ForAll long seed) {
        Random random = new Random(seed);
        int rank = 2;
        int steps = 1 + random.nextInt(8);
        int[] shape = new int[rank];
        shape[0] = 1 + random.nextInt(40);
        shape[1] = SIZES[random.nextInt(SIZES.length)];
        Stencil stencil = Stencil.parse(formula(random));
        List<Boundary> all = List.of(
                Boundary.ZERO,
                Boundary.constant(-1.5),
                Boundary.FIXED,
                Boundary.PERIODIC,
                Boundary.REFLECT,
                Boundary.MIRROR,
                Boundary.NEAREST);
        Boundary[] boundaries = {all.get(random.nextInt(7)), all.get(random.nextInt(7))};
        ElementType type = random.nextBoolean() ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Double> params = new LinkedHashMap<>(Map.of("a", (double) (float) random.nextDouble()));
        BoundStencil bound = stencil.on(session).boundary(boundaries).method(new Method(Method.Kind.BLOCKED, steps));
        if (stencil.spec().params().isEmpty()) {
            params.clear();
        } else {
            bound = bound.param("a", params.get("a"));
        }
        Map<String, Grid> start = Map.of("u", Grid.generate(type, i -> random.nextDouble() * 2 - 1, shape));
        Oracle oracle = new Oracle(stencil.spec(), boundaries, params, shape);
        Optional<StepCode> code = BlockedSums.code(
                new Setting(stencil.spec(), List.of(boundaries), type, shape, session.device(), Variant.GPU), steps);
        if (code.isEmpty()) {
            return;
        }
        try (StencilPlan plan = new StencilPlan(bound, type, shape, Map.of(), Variant.GPU)) {
            int count = steps * (1 + random.nextInt(2));
            sure += oracle.check(start, plan.load(start).run(count).result(), count, type);
        }
    }

    private static String formula(Random random) {
        StringBuilder sum = new StringBuilder("0.1*u");
        for (int i = -1; i <= 1; i++) {
            for (int j = -1; j <= 1; j++) {
                int choice = random.nextInt(4);
                if (choice > 0) {
                    sum.append(" + %s*u[x%+d,y%+d]"
                            .formatted(choice == 1 ? "a" : "(" + random.nextInt(-9, 10) / 40.0 + ")", i, j));
                }
            }
        }
        return "param a = 0.2\nu[x,y] = " + sum + (random.nextBoolean() ? " + 0.25*a" : "");
    }
}
