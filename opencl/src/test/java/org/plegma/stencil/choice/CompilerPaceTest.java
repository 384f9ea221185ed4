package org.plegma.stencil.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.device.KnownDevices;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.store.TuningStore;

/** What is learnt of a device's compiler, by seconds that the test says. */
class CompilerPaceTest {
    private static final StencilInstance INSTANCE = StencilSettings.of(
                    Shapes.star(2, 1).spec())
            .on(KnownDevices.h200(), Variant.GPU, ElementType.FLOAT, 512, 512);

    private static final Method SUMS = Method.parse("blocked(4)");

    @TempDir
    private Path folder;

    private CompilerPace pace() {
        return new CompilerPace(TuningStore.at(folder), KnownDevices.h200());
    }

    /** The seconds that an H200 takes: half a second more than the 0.15 of direct steps. */
    private void tell(double times) {
        pace().tell(INSTANCE, SUMS, times * 0.65);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertEquals(1, pace().factor());
    }

    @Test
    void laterProcessesKnowWhatWasTold() {
        tell(4);
        assertEquals(4, pace().factor());
        tell(1);
        assertEquals(2, pace().factor());
        tell(0.125);
        assertEquals(0.5, pace().factor());
    }

    /** So that the runs of two processes change over at the same place. */
    @Test
    void smallDifferencesAreNone() {
        for (double times : new double[] {0.75, 1.3, 0.8, 1.2}) {
            tell(times);
            assertEquals(1, pace().factor());
        }
    }

    @Test
    void oneProgramIsBelievedWithinEightTimes() {
        tell(1000);
        assertEquals(8, pace().factor());
        tell(1e-6);
        assertEquals(1, pace().factor());
    }

    @Test
    void devicesHaveTheirOwn() {
        tell(4);
        assertEquals(1, new CompilerPace(TuningStore.at(folder), KnownDevices.processor()).factor());
    }
}
