package org.plegma.expr.algebra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.Evaluator;
import org.plegma.expr.RationalValue;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.Offset;

class LinearSystemTest {

    /** A random system of two fields over two levels, with a source term and a read-only field in it. */
    private static LinearSystem randomSystem(Random random, int rank) {
        Map<String, LinearForm> forms = new HashMap<>();
        for (String field : List.of("u", "v")) {
            Map<Access, Polynomial> taps = new HashMap<>();
            for (int i = 0; i < 4; i++) {
                taps.put(
                        new Access(random.nextBoolean() ? "u" : "v", -random.nextInt(2), randomOffset(random, rank)),
                        Polynomial.of(new BigFraction(random.nextInt(9) - 4, 1 + random.nextInt(4))));
            }
            Expr source = Exprs.sum(
                    Exprs.num(random.nextInt(3)),
                    Exprs.product(Exprs.num(2), new Access("w", 0, randomOffset(random, rank))));
            forms.put(field, LinearForm.of(taps, Polynomial.of(source)));
        }
        return new LinearSystem(rank, forms);
    }

    private static Offset randomOffset(Random random, int rank) {
        return Offset.of(random.ints(rank, -2, 3).toArray());
    }

    @Property(tries = 60)
    void foldedStepsEqualSingleStepsOnATorus(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int rank,
            @ForAll @IntRange(min = 1, max = 4) int k) {
        Random random = new Random(seed);
        LinearSystem system = randomSystem(random, rank);
        int[] shape = random.ints(rank, 1, 5).toArray();
        Torus before = Torus.random(random, shape);
        Torus now = before;
        for (LinearSystem unrolled : system.unrolled(k)) {
            now = now.step(system);
            for (String field : List.of("u", "v")) {
                assertArrayEquals(
                        now.levels.get(field).get(0),
                        before.apply(unrolled.forms().get(field)));
            }
        }
    }

    /** Exact values on a periodic grid: a second, independent evaluator. */
    private record Torus(int[] shape, Map<String, List<BigFraction[]>> levels) {

        static Torus random(Random random, int[] shape) {
            Map<String, List<BigFraction[]>> levels = new HashMap<>();
            for (String field : List.of("u", "v", "w")) {
                List<BigFraction[]> all = new ArrayList<>();
                for (int level = 0; level < 2; level++) {
                    BigFraction[] values = new BigFraction[cells(shape)];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = new BigFraction(random.nextInt(19) - 9, 1 + random.nextInt(3));
                    }
                    all.add(values);
                }
                levels.put(field, all);
            }
            return new Torus(shape, levels);
        }

        private static int cells(int[] shape) {
            int cells = 1;
            for (int size : shape) {
                cells *= size;
            }
            return cells;
        }

        Torus step(LinearSystem system) {
            Map<String, List<BigFraction[]>> next = new HashMap<>(levels);
            system.forms()
                    .forEach((field, form) -> next.put(
                            field, List.of(apply(form), levels.get(field).get(0))));
            return new Torus(shape, next);
        }

        BigFraction[] apply(LinearForm form) {
            BigFraction[] result = new BigFraction[cells(shape)];
            for (int cell = 0; cell < result.length; cell++) {
                int here = cell;
                result[cell] = RationalValue.of(form.toExpr(), leaf -> read((Access) leaf, here))
                        .orElseThrow();
            }
            return result;
        }

        private BigFraction read(Access access, int cell) {
            int position = 0;
            int stride = 1;
            int rest = cell;
            for (int axis = shape.length - 1; axis >= 0; axis--) {
                int index = Math.floorMod(rest % shape[axis] + access.offset().at(axis), shape[axis]);
                position += index * stride;
                stride *= shape[axis];
                rest /= shape[axis];
            }
            return levels.get(access.field()).get(-access.level())[position];
        }
    }

    /** In the interior of a grid every boundary gives what the folded stencil gives. */
    @ParameterizedTest
    @CsvSource({"zero", "fixed", "reflect", "mirror", "nearest", "constant(2)"})
    void foldedStepsEqualSingleStepsInTheInterior(String boundary) {
        StencilSpec spec = StencilSpec.parse("param a = 0.25\nu[x,y] = u + a*(u[x-1,y] + 2*u[x,y+1] - 3*u) + 1");
        StencilSpec fused = spec.fused(3);
        Footprint reach = fused.footprint();
        assertEquals(3, reach.low(0));
        assertEquals(0, reach.high(0));
        assertEquals(0, reach.low(1));
        assertEquals(3, reach.high(1));
        int[] shape = {8, 7};
        double[] values = new Random(1).doubles(56).toArray();
        double[] single = Evaluator.of(spec).boundary(Boundary.parse(boundary)).run(shape, values, 3);
        double[] folded = Evaluator.of(fused).boundary(Boundary.parse(boundary)).run(shape, values, 1);
        for (int i = 3; i < 8; i++) {
            for (int j = 0; j < 4; j++) {
                // Values below 20, 3 steps of 7 roundings each and 10 taps of the folded stencil.
                assertEquals(single[7 * i + j], folded[7 * i + j], 20 * (3 * 7 + 20) * Math.ulp(1.0));
            }
        }
    }

    @Test
    void foldingKnownStencils() {
        LinearSystem average =
                StencilSpec.parse("u[x] = (u[x-1] + u[x+1])/2").linear().orElseThrow();
        assertEquals(
                "0.375*u[x] + 0.25*(u[x-2] + u[x+2]) + 0.0625*(u[x-4] + u[x+4])", text(average.fused(4), List.of("x")));
        LinearSystem star =
                StencilSpec.parse("param a\nu[x,y] = u + a*lap(u)").linear().orElseThrow();
        LinearForm twice = star.fused(2).forms().get("u");
        assertEquals(13, twice.taps().size());
        assertEquals(
                "1 - 8*a + 20*a^2",
                twice.coefficient(new Access("u", 0, Offset.of(0, 0))).toString());
        assertEquals(
                "2*a^2", twice.coefficient(new Access("u", 0, Offset.of(1, -1))).toString());
        assertEquals(25, star3d().fused(2).forms().get("u").taps().size());
    }

    private static LinearSystem star3d() {
        return StencilSpec.parse("u[x,y,z] = u + lap(u)/8").linear().orElseThrow();
    }

    private static String text(LinearSystem system, List<String> axes) {
        return InfixPrinter.of(axes).print(system.forms().get("u").toExpr());
    }

    @Test
    void olderLevelsAreFolded() {
        LinearSystem wave =
                StencilSpec.parse("u[t+1,x] = 2*u[t,x] - u[t-1,x]").linear().orElseThrow();
        LinearForm third = wave.fused(3).forms().get("u");
        assertEquals(
                "4*u[t,x] - 3*u[t-1,x]",
                InfixPrinter.withTime(List.of("x"), field -> true).print(third.toExpr()));
    }

    @Test
    void whatCannotBeFoldedSaysSo() {
        StencilSpec varying = StencilSpec.parse("field k\nu[x] = k*u[x+1]");
        assertTrue(varying.linear().isPresent());
        assertEquals(
                "The steps cannot be folded: a coefficient is a field. Use a method that keeps the steps apart.",
                assertThrows(NotLinearException.class, () -> varying.fused(2)).getMessage());
        assertEquals(
                "A stencil that reads older levels cannot be folded into one update: each launch has to compute 2 levels.",
                assertThrows(NotLinearException.class, () -> StencilSpec.parse("u[t+1,x] = u[t-1,x]")
                                .fused(2))
                        .getMessage());
        StencilSpec heat = StencilSpec.parse("param a\nu[x,y] = u + a*lap(u)");
        String message = assertThrows(IllegalArgumentException.class, () -> heat.fused(1000))
                .getMessage();
        assertTrue(
                message.matches("1000 steps folded into one have too many terms: \\d\\d have 2\\d{4} already, and at"
                        + " most 20000 can be folded on. Fold fewer steps."),
                message);
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> heat.fused(2));
        assertEquals(
                "At least one step is needed, not 0.",
                assertThrows(IllegalArgumentException.class, () -> star3d().fused(0))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "u*u[x+1]      | The update is not linear: two updated fields are multiplied, in u[x]*u[x+1].",
                "u^2           | The update is not linear: an updated field is in a power, in u[x]^2.",
                "1/u           | The update is not linear: it divides by an updated field, in u[x].",
                "sqrt(u)       | The update is not linear: an updated field is in the function 'sqrt', in sqrt(u[x]).",
                "u > 0 ? 1 : 2 | The update is not linear: a choice depends on an updated field, in u[x] > 0 ? 1 : 2.",
            })
    void tellsWhatIsNotLinear(String update, String reason) {
        StencilSpec spec = StencilSpec.parse("u[x] = 1 + " + (update.contains("?") ? "(" + update + ")" : update));
        assertTrue(spec.linear().isEmpty());
        assertEquals(reason, spec.whyNotLinear().orElseThrow());
    }
}
