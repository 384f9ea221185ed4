package org.plegma.stencil.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.KnownDevices;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.PlanePart;
import org.plegma.stencil.code.PlaneRange;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;

/** Code that is kept is that of the problem that is asked for, in whatever order problems come. */
class KeptCodeTest {
    private static final Device H200 = KnownDevices.h200();

    private static StencilInstance instance(Stencil stencil, String boundary, ElementType type, int... shape) {
        Boundary[] all = new Boundary[shape.length];
        Arrays.fill(all, Boundary.parse(boundary));
        return StencilSettings.of(stencil.spec()).withBoundary(all).on(H200, Variant.GPU, type, shape);
    }

    @Test
    void eachProblemHasItsOwn() {
        Stencil heat = Shapes.star(2, 1);
        List<StencilInstance> problems = new ArrayList<>();
        for (Stencil stencil : List.of(heat, Shapes.star(2, 2), Stencil.parse("v[x,y] = 0.5*v + 0.5*v[x-1,y]"))) {
            for (String boundary : List.of("zero", "constant(2)", "constant(3)", "periodic", "reflect")) {
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    problems.add(instance(stencil, boundary, type, 512, 256));
                    problems.add(instance(stencil, boundary, type, 256, 512));
                    problems.add(instance(stencil, boundary, type, 511, 257));
                }
            }
        }
        problems.add(
                StencilSettings.of(heat.spec()).on(KnownDevices.processor(), Variant.CPU, ElementType.FLOAT, 512, 256));
        for (int round = 0; round < 2; round++) {
            for (StencilInstance problem : problems) {
                for (String name : List.of("direct", "blocked(2)")) {
                    Method method = Method.parse(name);
                    StepCode kept = KeptCode.of(method, problem);
                    StepCode fresh = method.code(problem);
                    assertEquals(fresh.source(), kept.source(), () -> name + " of " + problem);
                    assertEquals(sizes(fresh), sizes(kept), problem::toString);
                    assertEquals(fresh.options(), kept.options());
                    assertEquals(method.steps(), kept.steps());
                }
            }
        }
    }

    private static List<Object> sizes(StepCode code) {
        return code.launches().stream()
                .<Object>map(launch -> List.of(
                        launch.kernel(),
                        Arrays.toString(launch.global()),
                        Arrays.toString(launch.local()),
                        launch.extra()))
                .toList();
    }

    @Test
    void theNextPlanHasTheSame() {
        Method method = Method.parse("blocked(4)");
        StencilInstance problem = instance(Shapes.star(2, 1), "zero", ElementType.FLOAT, 512, 512);
        StepCode first = KeptCode.of(method, problem);
        assertSame(first, KeptCode.of(method, instance(Shapes.star(2, 1), "zero", ElementType.FLOAT, 512, 512)));
        for (int rows = 1; rows <= 40; rows++) {
            KeptCode.of(Method.direct(), problem.withShape(rows, 512));
        }
        assertNotSame(first, KeptCode.of(method, problem), "only the last are kept");
    }

    @Test
    void partsOfTheGridHaveTheirOwn() {
        StencilInstance whole = instance(Shapes.star(3, 1), "zero", ElementType.FLOAT, 64, 64, 64);
        PlanePart part = new PlaneRange(16);
        StepCode code = KeptCode.of(Method.direct(), whole.withPart(part));
        assertEquals(Method.direct().code(whole.withPart(part)).source(), code.source());
        assertEquals(
                Method.direct().code(whole).source(),
                KeptCode.of(Method.direct(), whole).source());
    }

    @Test
    void whatHasNoCodeIsRefusedEachTime() {
        StencilInstance problem = instance(Stencil.parse("u[x,y] = u*u[x-1,y]"), "zero", ElementType.FLOAT, 64, 64);
        for (int i = 0; i < 2; i++) {
            assertThrows(IllegalArgumentException.class, () -> KeptCode.of(Method.parse("composed(2)"), problem));
        }
    }
}
