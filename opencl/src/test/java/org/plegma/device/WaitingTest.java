package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingTest {
    /** A GPU is asked so often that no more than 0.4 % of a wait is lost, but in waits above a second only each 1,000th part. */
    @ParameterizedTest
    @CsvSource({
        "1000, 10000, 10000",
        "1000000, 10000, 200000",
        "20000000, 78125, 1000000",
        "900000000, 1000000, 1000000",
        "5000000000, 5000000, 5000000"
    })
    void pausesGrowWithTheWait(long waited, long onGpu, long onSharedCores) {
        assertEquals(onGpu, Waiting.pause(waited, false));
        assertEquals(onSharedCores, Waiting.pause(waited, true));
    }
}
