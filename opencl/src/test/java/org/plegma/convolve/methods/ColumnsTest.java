package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.OnDevice;

/** Columns of several groups by the kernel that works on parts of long filters. */
class ColumnsTest extends OnDevice {
    @ParameterizedTest
    @MethodSource("org.plegma.convolve.methods.LineCase#all")
    void everyCellIsTheDefinition(LineCase given) {
        Window window = given.window(false);
        assertTrue(Columns.fits(window));
        Workshop workshop = new Workshop(session, false);
        for (long localBytes : new long[] {SweepCode.LOCAL_BYTES, 22 << 10}) {
            given.check(session, false, Columns.inParts(workshop, given.type(), window, given.values(), localBytes));
        }
    }
}
