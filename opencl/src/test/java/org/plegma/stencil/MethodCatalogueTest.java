package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.bench.stencil.StencilFamily;
import org.plegma.device.KnownDevices;
import org.plegma.device.Session;
import org.plegma.expr.Evaluator;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.BenchCase;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.MethodCatalogue;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.method.queue.RegisterQueueMethod;
import org.plegma.stencil.plan.StencilPlan;

/** Every method of the catalogue, a newcomer too, without that a list of a test names it. */
@Tag("optimized")
class MethodCatalogueTest {
    private static final List<String> FORMULAS = List.of(
            "u[x,y,z] = 0.3*u + 0.2*u[x-1,y,z] - 0.1*u[x+2,y,z] + 0.15*u[x,y-1,z] + 0.05*u[x,y,z+1]",
            "u[x,y] = 0.5*u[x-1,y] + 0.25*u[x,y+1] - 0.2*u[x+1,y-1]",
            "u[x] = 0.5*u[x-1] + 0.3*u - 0.2*u[x+1]");

    private static final int[][] SHAPES = {{7, 6, 12}, {13, 32}, {100}};

    static Stream<Arguments> each() {
        return MethodCatalogue.ALL.stream()
                .flatMap(way -> Arrays.stream(Boundary.Kind.values()).map(kind -> Arguments.of(way.name(), kind)));
    }

    /**
     * Against the definition, with a step that is left over; a formula that is refused tells why. A boundary that the method does not
     * name is refused for each formula.
     */
    @ParameterizedTest
    @MethodSource("each")
    void givesWhatTheFormulaMeans(String name, Boundary.Kind kind) {
        StepMethod way = MethodCatalogue.find(name).orElseThrow();
        Method method = new Method(name, way.fuses() ? 3 : 1);
        Boundary boundary = new Boundary(kind, kind == Boundary.Kind.CONSTANT ? 0.7 : 0);
        int computed = 0;
        try (Session session = Session.open()) {
            for (int i : new int[] {0, 1 + kind.ordinal() % 2}) {
                boolean even = (i + kind.ordinal() / 2) % 2 == 0;
                ElementType type = even ? ElementType.FLOAT : ElementType.DOUBLE;
                Variant variant = even ? Variant.GPU : Variant.CPU;
                Stencil stencil = Stencil.parse(FORMULAS.get(i));
                BoundStencil bound = stencil.on(session).boundary(boundary).method(method);
                Grid start = Grid.random(type, 3, SHAPES[i]);
                try (StencilPlan plan = bound.plan(type, SHAPES[i], variant)) {
                    Grid found = plan.load(start).run(4).grid();
                    assertEquals(4, plan.steps());
                    double[] expected = Evaluator.of(stencil.spec())
                            .boundary(boundary)
                            .run(SHAPES[i], start.to(ElementType.DOUBLE).doubles(), 4);
                    double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
                    for (int cell = 0; cell < expected.length; cell++) {
                        assertEquals(expected[cell], found.at(cell), 100 * unit, bound + " at " + cell);
                    }
                    computed++;
                } catch (IllegalArgumentException refused) {
                    assertTrue(refused.getMessage().contains("method " + name), refused::getMessage);
                }
            }
        }
        assertEquals(
                way.boundaries().contains(kind),
                computed > 0,
                name + " computes " + computed + " of the formulas under " + boundary);
    }

    @Test
    void isToldAndRankedAndMeasured() {
        Set<String> benched = new HashSet<>();
        for (BenchCase each : new StencilFamily().cases(KnownDevices.h200())) {
            String variant = each.work().method();
            benched.add(variant.equals("auto") ? variant : Method.parse(variant).name());
        }
        for (StepMethod way : MethodCatalogue.ALL) {
            assertTrue(way.name().matches("[a-z-]+"), way.name());
            assertTrue(Method.names().contains(way.name() + (way.fuses() ? "(k)" : "")));
            assertTrue(Method.examples().stream()
                    .anyMatch(text -> Method.parse(text).name().equals(way.name())));
            assertTrue(benched.contains(way.name()), () -> way.name() + " has no bench: " + benched);
        }
        assertEquals(Method.auto(), Method.parse("auto"));
        assertEquals(
                MethodCatalogue.ALL.size(),
                MethodCatalogue.ALL.stream().map(StepMethod::name).distinct().count());
    }

    @Test
    void aBoundaryThatAMethodDoesNotNameIsRefused() {
        StepMethod narrow = new RegisterQueueMethod() {
            @Override
            public Set<Boundary.Kind> boundaries() {
                return Set.of(Boundary.Kind.PERIODIC);
            }
        };
        narrow.requireKnown(List.of(Boundary.PERIODIC, Boundary.PERIODIC));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> narrow.requireKnown(List.of(Boundary.PERIODIC, Boundary.MIRROR)))
                .getMessage();
        assertTrue(message.contains("micikevicius does not know the boundary mirror"), message);
    }

    /** A name that there is not is no case less, which nobody sees. */
    @Test
    void aTypoInTheListOfABenchIsAnError() {
        assertThrows(
                IllegalArgumentException.class,
                () -> StencilFamily.add(
                        new java.util.ArrayList<>(),
                        "stencil",
                        "typo",
                        java.util.Map.of(),
                        Shapes.star(2, 1),
                        ElementType.FLOAT,
                        new int[] {64, 64},
                        1,
                        KnownDevices.h200(),
                        List.of("dierct")));
    }
}
