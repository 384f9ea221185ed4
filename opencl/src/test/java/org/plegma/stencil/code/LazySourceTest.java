package org.plegma.stencil.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.KnownDevices;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.MethodCatalogue;
import org.plegma.stencil.method.StepMethod;

class LazySourceTest {
    /** Of twenty methods that a choice compares, few are compiled. */
    @Test
    void noMethodWritesItsTextBeforeSomebodyAsksForIt() {
        Set<String> asked = new TreeSet<>();
        for (Stencil stencil : List.of(Shapes.star(2, 1), Shapes.star(3, 4), Shapes.box(3, 1))) {
            for (Variant variant : Variant.values()) {
                StencilInstance instance = instance(stencil, variant);
                CostModel model = new CostModel(instance, Machine.of(instance));
                for (StepMethod way : MethodCatalogue.ALL) {
                    for (Method method : way.candidates(instance, 16)) {
                        StepCode code;
                        try {
                            model.of(method);
                            code = method.code(instance);
                        } catch (IllegalArgumentException refused) {
                            continue;
                        }
                        asked.add(way.name());
                        assertTrue(way.scratchBytes(code, instance) >= 0);
                        assertFalse(code.text().isWritten(), method + " of " + stencil);
                    }
                }
            }
        }
        assertEquals(
                MethodCatalogue.ALL.stream().map(StepMethod::name).collect(Collectors.toCollection(TreeSet::new)),
                asked);
    }

    private static StencilInstance instance(Stencil stencil, Variant variant) {
        int[] shape = new int[stencil.spec().rank()];
        Arrays.fill(shape, 128);
        return new StencilInstance(
                stencil.spec(),
                Collections.nCopies(shape.length, Boundary.PERIODIC),
                ElementType.FLOAT,
                shape,
                variant == Variant.GPU ? KnownDevices.h200() : KnownDevices.processor(),
                variant);
    }

    @Test
    void aTextIsWrittenOnceForTheCodeWithOtherOptionsToo() {
        AtomicInteger written = new AtomicInteger();
        StepCode code =
                new StepCode(1, 1, () -> "text " + written.incrementAndGet(), UniformParts.of(List.of()), List.of());
        StepCode other = code.withOptions(List.of("-DX"));
        assertEquals(0, written.get());
        assertFalse(code.text().isWritten());
        assertEquals("text 1", other.source());
        assertEquals("text 1", code.source());
        assertTrue(code.text().isWritten());
        assertEquals(List.of("-DX"), other.options());
    }
}
