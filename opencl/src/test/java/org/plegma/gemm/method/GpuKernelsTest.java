package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.ProductWorkshop;

/** Kernels for GPUs that any device can run, on a processor: what they compute, and what they leave around it. */
class GpuKernelsTest {
    private static Session session;
    private static Gemm gemm;

    @BeforeAll
    static void open() {
        session = StandIn.runningAsMi250();
        gemm = Gemm.of(session);
    }

    @AfterAll
    static void close() {
        gemm.close();
        session.close();
    }

    /** More lines than a group has, and more terms than a step, in slices and at once. */
    @Test
    void fewLinesInEveryLayout() {
        Gemm skinny = gemm.method("skinny");
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    GemmCase.plain(type, 6, 131, 75)
                            .ops(opA, opB)
                            .padded(1)
                            .scaled(-1, 0.3)
                            .layer(1, Activation.RELU)
                            .check(session, skinny);
                    GemmCase.plain(type, 4, 256, 128).ops(opA, opB).check(session, skinny);
                }
            }
            GemmCase.plain(type, 131, 3, 300).batch(2).check(session, skinny);
            GemmCase.plain(type, 3, 40, 0).scaled(1, 1).check(session, skinny);
            GemmCase.plain(type, 1, 300, 515).check(session, skinny);
        }
    }

    /** A copy of a factor, turned and not: zeros where it has no elements. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void factorsArePacked(boolean byTerm) {
        int lines = 130;
        int terms = 35;
        int leading = 140;
        int step = 140 * 140;
        Grid source = Grid.random(ElementType.DOUBLE, 1, 2 * step + 3);
        ProductWorkshop workshop = new ProductWorkshop(session);
        try (DeviceArray data = session.upload(source)) {
            Factor factor = new Factor(data, 3, leading, step, lines, terms, 2, byTerm, lines, terms);
            for (boolean wanted : new boolean[] {false, true}) {
                List<Event> commands = new ArrayList<>();
                Factor packed = factor.pack(workshop, "packed", wanted, commands);
                assertEquals(256, packed.readableLines());
                assertEquals(64, packed.readableTerms());
                double[] found = packed.data().download().doubles();
                for (int s = 0; s < 2; s++) {
                    for (int line = 0; line < 256; line++) {
                        for (int term = 0; term < 64; term++) {
                            int at = byTerm ? term * leading + line : line * leading + term;
                            double expected = line < lines && term < terms ? source.at(3 + s * step + at) : 0;
                            int place = wanted ? term * packed.leading() + line : line * packed.leading() + term;
                            assertEquals(
                                    expected,
                                    found[(int) (packed.offset() + s * packed.step()) + place],
                                    s + ": " + line + ", " + term);
                        }
                    }
                }
            }
        }
        workshop.close();
    }

    /** Into the tiles of warpgroups: 16 terms of each line of a tile, and then what TF32 leaves of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void factorsAreCutIntoTiles(boolean byTerm) {
        int tile = 64;
        int lines = 70;
        int terms = 41;
        int leading = 80;
        int step = 80 * 80;
        Grid source = Grid.random(ElementType.FLOAT, 1, 2 * step + 3);
        ProductWorkshop workshop = new ProductWorkshop(session);
        for (int parts = 1; parts <= 2; parts++) {
            int tilesOfTerms = 4;
            int length = 2 * tile * tilesOfTerms * 16 * parts;
            try (DeviceArray data = session.upload(source);
                    DeviceArray copy = session.allocate(ElementType.FLOAT, 2 * length)) {
                Kernel pack = workshop.program(
                                "pack-tf32.cl",
                                "-DTILE=" + tile,
                                "-DSPLIT=" + (parts - 1),
                                "-DTURNED=" + (byTerm ? 1 : 0))
                        .kernel("pack");
                pack.global(64, 2 * tile / 32 * 8, 2)
                        .local(32, 8, 1)
                        .call(lines, terms, data, 3L, leading, (long) step, copy);
                float[] found = copy.download().floats();
                for (int s = 0; s < 2; s++) {
                    for (int line = 0; line < 2 * tile; line++) {
                        for (int term = 0; term < tilesOfTerms * 16; term++) {
                            int at = byTerm ? term * leading + line : line * leading + term;
                            float expected = line < lines && term < terms ? (float) source.at(3 + s * step + at) : 0;
                            int begin = s * length
                                    + (line / tile * tilesOfTerms + term / 16) * tile * 16 * parts
                                    + line % tile * 16;
                            String where = s + ": " + line + ", " + term;
                            if (parts == 1) {
                                assertEquals(expected, found[begin + term % 16], where);
                            } else {
                                int place = place(line, term % 16);
                                float kept = Float.intBitsToFloat(Float.floatToIntBits(expected) & 0xffffe000);
                                assertEquals(expected, found[begin + place], where);
                                assertEquals(expected - kept, found[begin + tile * 16 + place], where);
                            }
                        }
                    }
                }
            }
        }
        workshop.close();
    }

    /**
     * Lane t has the terms 4*t to 4*t + 3, two for each of the instructions on 8 terms, at the places t and t + 4 there; chunks of
     * four places are where a swizzle of 64 bytes has them.
     */
    private static int place(int line, int term) {
        int lane = term / 4;
        int instruction = term % 4 / 2;
        int half = term % 2;
        int place = 8 * instruction + 4 * half + lane;
        return ((place / 4) ^ (line / 2 % 4)) * 4 + place % 4;
    }
}
