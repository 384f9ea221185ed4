package org.plegma.gemm.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.product.Activation;

class NetworkTest {
    private static final int[] SIZES = {5, 4, 6, 3};
    private static final Grid SAMPLES = Grid.random(ElementType.DOUBLE, 11, 7, 5);
    private static final Grid TARGETS = Network.oneHot(ElementType.DOUBLE, new int[] {0, 2, 1, 1, 0, 2, 2}, 3);

    /**
     * A step of rate 1 over all samples moves each parameter by minus the slope of the loss, which must be what the loss
     * itself says by differences. Those of step h are off by h² times the third derivative and by rounding over h: with
     * h = 1e-5 both are below 1e-9 here, where everything is about 1.
     */
    @ParameterizedTest
    @EnumSource(Activation.class)
    void aStepFollowsTheSlopeOfTheLoss(Activation activation) {
        try (Session session = Session.open()) {
            for (Engine engine : List.of(Engine.of(session, Gemm.of(session)), Engine.of(HostGemm.loops(1)))) {
                try (Network network = new Network(engine, ElementType.DOUBLE, 3, activation, SIZES)) {
                    List<Grid> before = network.parameters();
                    network.train(SAMPLES, TARGETS, 1, 100, 1);
                    List<Grid> after = network.parameters();
                    assertEquals(2 * (SIZES.length - 1), after.size());
                    for (int p = 0; p < before.size(); p++) {
                        for (int i = 0; i < before.get(p).length(); i++) {
                            double slope =
                                    (loss(network, before, p, i, 1e-5) - loss(network, before, p, i, -1e-5)) / 2e-5;
                            double moved =
                                    after.get(p).doubles()[i] - before.get(p).doubles()[i];
                            String where = engine.name() + ": element " + i + " of parameter " + p;
                            assertEquals(-slope, moved, 1e-8, where);
                        }
                    }
                }
            }
            assertEquals(0, session.memoryInUse());
        }
    }

    private static double loss(Network network, List<Grid> parameters, int which, int element, double change) {
        double[] values = parameters.get(which).doubles();
        double kept = values[element];
        values[element] += change;
        network.setParameters(parameters);
        values[element] = kept;
        return network.score(SAMPLES, TARGETS).loss();
    }

    @Test
    @Tag("openblas")
    void enginesAgreeOverManyUnevenBatches() {
        try (Session session = Session.open();
                Network device = new Network(
                        Engine.of(session, Gemm.of(session)), ElementType.DOUBLE, 3, Activation.SIGMOID, SIZES);
                Network host = new Network(
                        Engine.of(HostGemm.openBlas(1)), ElementType.DOUBLE, 3, Activation.SIGMOID, SIZES)) {
            List<Network.Epoch> a = device.train(SAMPLES, TARGETS, 20, 3, 0.5);
            List<Network.Epoch> b = host.train(SAMPLES, TARGETS, 20, 3, 0.5);
            for (int e = 0; e < 20; e++) {
                assertEquals(b.get(e).loss(), a.get(e).loss(), 1e-10);
            }
            assertTrue(a.get(19).loss() < a.get(0).loss());
            for (Engine.Form form : Engine.Form.values()) {
                assertTrue(a.get(0).productSeconds().get(form) > 0, form::toString);
                assertTrue(b.get(0).productSeconds().get(form) > 0, form::toString);
            }
        }
    }

    @Test
    void wrongShapesAreNamed() {
        Engine engine = Engine.of(HostGemm.loops(1));
        assertThrows(
                IllegalArgumentException.class, () -> new Network(engine, ElementType.FLOAT, 1, Activation.RELU, 4));
        try (Network network = new Network(engine, ElementType.DOUBLE, 1, Activation.RELU, 4, 3)) {
            String samples = assertThrows(IllegalArgumentException.class, () -> network.score(SAMPLES, TARGETS))
                    .getMessage();
            assertTrue(samples.startsWith("Samples need 4 doubles a row"), samples);
            Grid four = Grid.doubles(2, 4);
            assertRefused("A batch has at least one sample", () -> network.train(four, Grid.doubles(2, 3), 1, 0, 1));
            assertRefused("Targets need a row for each of the 2 samples", () -> network.score(four, Grid.floats(2, 3)));
            assertRefused("Samples need 4 doubles a row, and one row", () -> network.scores(Grid.doubles(0, 4)));
        }
    }

    @Test
    void wrongClassesAndTypesAreNamed() {
        assertRefused(
                "Sample 1 is of class 3, and there are 3, from 0 to 2.",
                () -> Network.oneHot(ElementType.FLOAT, new int[] {0, 3}, 3));
        assertRefused(
                "A network is of float or double, not int.",
                () -> new Network(Engine.of(HostGemm.loops(1)), ElementType.INT, 1, Activation.RELU, 4, 3));
    }

    private static void assertRefused(String start, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.startsWith(start), message);
    }
}
