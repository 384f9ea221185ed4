package org.plegma.stencil.method.blocked;

import java.util.Arrays;
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
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Inside;
import org.plegma.stencil.Oracle;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.StencilPlan;

/** Steps done together by partial sums against the plain definition, on grids around the size of a tile. */
class BlockedSumsTest {
    private static final int[] SIZES = {
        1, 2, 3, 4, 5, 7, 8, 12, 31, 32, 33, 64, 97, 127, 128, 129, 130, 136, 211, 256, 257
    };

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

    @Property(tries = 15)
    void equalsSingleSteps(@ForAll long seed) {
        Random random = new Random(seed);
        int rank = 2 + random.nextInt(2);
        // Compilers take long for many steps, whose code is the same again.
        int most = random.nextInt(4) > 0 ? 3 : rank == 2 ? 8 : 4;
        int steps = 1 + random.nextInt(most);
        int[] shape = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            shape[axis] = axis < rank - 1 ? 1 + random.nextInt(40) : SIZES[random.nextInt(SIZES.length)];
        }
        Stencil stencil = Stencil.parse(formula(rank, random));
        List<Boundary> all = List.of(
                Boundary.ZERO,
                Boundary.constant(-1.5),
                Boundary.FIXED,
                Boundary.PERIODIC,
                Boundary.REFLECT,
                Boundary.MIRROR,
                Boundary.NEAREST);
        Boundary[] boundaries = new Boundary[rank];
        Arrays.setAll(boundaries, axis -> all.get(random.nextInt(all.size())));
        ElementType type = random.nextBoolean() ? ElementType.FLOAT : ElementType.DOUBLE;
        Map<String, Double> params = new LinkedHashMap<>(Map.of("a", (double) (float) random.nextDouble()));
        BoundStencil bound = stencil.on(session).boundary(boundaries).method(new Method("blocked", steps));
        if (stencil.spec().params().isEmpty()) {
            params.clear();
        } else {
            bound = bound.param("a", params.get("a"));
        }
        Map<String, Grid> start = Map.of("u", Grid.generate(type, i -> random.nextDouble() * 2 - 1, shape));
        Oracle oracle = new Oracle(stencil.spec(), boundaries, params, shape);
        Optional<StepCode> code = BlockedSums.code(
                new StencilInstance(stencil.spec(), List.of(boundaries), type, shape, session.device(), Variant.GPU),
                steps);
        if (code.isEmpty()) {
            return;
        }
        try (StencilPlan plan = Inside.plan(bound, type, shape, Variant.GPU)) {
            int count = steps * (1 + random.nextInt(2));
            checked =
                    checked.plus(oracle.check(start, plan.load(start).run(count).result(), count, type));
        }
    }

    /** Random cells of a box or a star of radius 1. */
    private static String formula(int rank, Random random) {
        boolean star = random.nextBoolean();
        StringBuilder sum = new StringBuilder("0.1*u");
        for (int cell = 0; cell < Math.pow(3, rank); cell++) {
            int[] steps = {cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - 1};
            int choice = random.nextInt(4);
            long moved = Arrays.stream(steps, 0, rank).filter(step -> step != 0).count();
            if (choice > 0 && (!star || moved <= 1)) {
                String weight = choice == 1 ? "a" : "(" + random.nextInt(-9, 10) / 80.0 + ")";
                sum.append(" + %s*u[x%+d,y%+d%s]"
                        .formatted(weight, steps[0], steps[1], rank == 2 ? "" : ",z%+d".formatted(steps[2])));
            }
        }
        String axes = rank == 2 ? "x,y" : "x,y,z";
        return "param a = 0.2\nu[" + axes + "] = " + sum + (random.nextBoolean() ? " + 0.25*a" : "");
    }
}
