package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;

/** Axes so long that sums with their sizes leave the range of int: direct makes code for them, the others say that they cannot. */
class ExtremeShapesTest {
    private static final int MOST = Integer.MAX_VALUE;
    private static final Device DEVICE = Devices.preferred();

    private static final List<String> FORMULAS = List.of(
            "u[x] = u + 0.1*lap(u)",
            "u[x,y] = u + 0.1*lap(u)",
            "field v\nu[x,y] = v*u[x-4,y] + abs(u[x,y+4])",
            "u[x,y,z] = u + 0.1*lap(u)",
            "u[t+1,x,y,z] = 2*u - u[t-1,x,y,z] + 0.1*lap(u, order=8)");

    private static final List<String> METHODS =
            List.of("direct", "micikevicius", "composed(2)", "blocked(2)", "fft(16)");

    private static List<int[]> shapes(int rank) {
        return Stream.of(
                        new int[] {MOST},
                        new int[] {1 << 30},
                        new int[] {MOST, 1},
                        new int[] {1, MOST},
                        new int[] {3, 1 << 30},
                        new int[] {1 << 30, 2},
                        new int[] {MOST, MOST},
                        new int[] {MOST, 1, 1},
                        new int[] {1, MOST, 1},
                        new int[] {1, 1, MOST},
                        new int[] {2, 1 << 30, 3},
                        new int[] {MOST, MOST, MOST})
                .filter(shape -> shape.length == rank)
                .toList();
    }

    record Case(String formula, String method) {}

    static Stream<Case> cases() {
        return FORMULAS.stream().flatMap(formula -> METHODS.stream().map(method -> new Case(formula, method)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void directMakesCodeAndTheOthersSayThatTheyCannot(Case given) {
        Stencil stencil = Stencil.parse(given.formula);
        int rank = stencil.spec().rank();
        for (Variant variant : Variant.values()) {
            for (Boundary boundary : List.of(Boundary.REFLECT)) {
                for (int[] shape : shapes(rank)) {
                    StencilInstance instance = new StencilInstance(
                            stencil.spec(),
                            Collections.nCopies(rank, boundary),
                            ElementType.FLOAT,
                            shape,
                            DEVICE,
                            variant);
                    String what = given + " " + variant + " " + boundary + " " + Arrays.toString(shape);
                    StepCode code;
                    if (!given.method.equals("direct")) {
                        String message = assertThrows(
                                        IllegalArgumentException.class,
                                        () -> Method.parse(given.method).code(instance),
                                        what)
                                .getMessage();
                        assertTrue(message.contains("takes axes of at most 536870912 cells"), message);
                        continue;
                    }
                    code = Method.direct().code(instance);
                    assertFalse(code.source().isEmpty(), what);
                    for (StepCode.Launch launch : code.launches()) {
                        for (int axis = 0; axis < launch.global().length; axis++) {
                            long global = launch.global()[axis];
                            long local = launch.local()[axis];
                            assertTrue(
                                    global > 0 && local > 0 && global % local == 0,
                                    () -> what + ": " + Arrays.toString(launch.global()) + " by "
                                            + Arrays.toString(launch.local()));
                        }
                    }
                    assertTrue(Method.direct().way().scratchBytes(code, instance) >= 0, what);
                }
            }
        }
    }

    @Test
    void whatTheDeviceCannotHoldIsToldAtOnce() {
        Stencil stencil = Stencil.parse("u[x,y] = u + 0.1*lap(u)");
        try (Session session = Session.open()) {
            for (String method :
                    Stream.concat(Stream.of("auto"), METHODS.stream()).toList()) {
                BoundStencil bound = stencil.on(session).method(method);
                String message = assertThrows(IllegalArgumentException.class, () -> bound.plan(MOST, MOST))
                        .getMessage();
                assertTrue(message.startsWith("The grid is too large for "), method + ": " + message);
            }
        }
    }
}
