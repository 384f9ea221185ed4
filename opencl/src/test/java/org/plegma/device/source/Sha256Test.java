package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
    /** The example of FIPS 180-2, appendix B.1. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void textsBytesAndBuffersAreTakenInOneAfterTheOther() {
        assertEquals(ABC, new Sha256().add("abc").hex());
        assertEquals(
                ABC,
                new Sha256()
                        .add("a")
                        .add((byte) 'b')
                        .add(ByteBuffer.wrap(new byte[] {'b', 'c', 'd'}, 1, 1))
                        .hex());
        assertArrayEquals(HexFormat.of().parseHex(ABC), new Sha256().add("abc").bytes());
    }
}
