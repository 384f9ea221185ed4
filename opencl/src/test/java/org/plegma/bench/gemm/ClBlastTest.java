package org.plegma.bench.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;

/** CLBlast as a peer, which {@code mvn -Pclblast} has on the class path. */
class ClBlastTest {

    @Test
    void benchesHaveItIfItIsThere() {
        try (Session session = Session.open()) {
            boolean found = new GemmFamily()
                    .cases(session.device()).stream()
                            .anyMatch(one -> one.work().method().equals("clblast"));
            assertEquals(ClBlast.find().isPresent(), found);
            assertTrue(!Gemm.methods().contains("clblast"), "chosen by no one");
        }
    }

    @Test
    @Tag("clblast")
    void multipliesAsDefined() {
        try (Session session = Session.open();
                Gemm plain = Gemm.of(session)) {
            Gemm gemm = plain.method(ClBlast.find().orElseThrow());
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        GemmCase product =
                                GemmCase.plain(type, 33, 17, 40).ops(opA, opB).padded(2);
                        product.check(session, gemm);
                        product.scaled(-1, 0.3).check(session, gemm);
                    }
                }
            }
            UnsupportedOperationException e =
                    assertThrows(UnsupportedOperationException.class, () -> gemm.activation(Activation.RELU)
                            .multiply(Grid.floats(2, 2), Grid.floats(2, 2)));
            assertTrue(
                    e.getMessage().endsWith("it has neither batches, nor a result apart from C, nor layers."),
                    e::getMessage);
        }
    }
}
