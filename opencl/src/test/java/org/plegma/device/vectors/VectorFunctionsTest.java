package org.plegma.device.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Devices;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** What is said of functions of vectors, against the functions of numbers, and against one that is wrong on purpose. */
@Tag("optimized")
class VectorFunctionsTest {
    /** The root for all widths; in vectors of 8 an infinity in lane 2 makes lane 5 negative. */
    private static final String WRONG =
            """
            float wrong1(float a) { return sqrt(a); }
            float2 wrong2(float2 a) { return sqrt(a); }
            float3 wrong3(float3 a) { return sqrt(a); }
            float4 wrong4(float4 a) { return sqrt(a); }
            float16 wrong16(float16 a) { return sqrt(a); }
            float8 wrong8(float8 a) {
                float8 b = sqrt(a);
                b.s5 = isinf(a.s2) ? -b.s5 : b.s5;
                return b;
            }
            """;

    @Test
    void aLaneThatAnotherSpoilsIsFound() {
        LaneCheck check = new LaneCheck(VectorFunction.SQRT, ElementType.FLOAT) {
            @Override
            String call(int width, String arguments) {
                return "wrong" + width + "(" + arguments + ")";
            }

            @Override
            String source() {
                return WRONG + super.source();
            }
        };
        try (Session session = Session.open()) {
            List<LaneFault> faults = check.run(session);
            assertEquals(1, faults.size(), faults.toString());
            LaneFault fault = faults.get(0);
            assertEquals(8, fault.width());
            assertEquals(5, fault.lane());
            assertTrue(fault.count() >= 5 && fault.count() < fault.tried(), fault.toString());
            assertTrue(Double.isInfinite(fault.arguments().get(0).get(2)), fault.toString());
            assertEquals(-fault.expected(), fault.found());
            assertTrue(fault.toString().startsWith("sqrt(float8), lane 5: wrong for "), fault.toString());
        }
    }

    @Test
    void valuesAgreeWithinWhatOpenClAllows() {
        LaneCheck exp = new LaneCheck(VectorFunction.EXP, ElementType.FLOAT);
        assertTrue(exp.agree(1 + 6 * 0x1p-23, 1));
        assertFalse(exp.agree(1 + 7 * 0x1p-23, 1));
        assertTrue(exp.agree(Double.NaN, Double.NaN));
        assertFalse(exp.agree(Double.NaN, 1));
        assertFalse(exp.agree(1, Double.NaN));
        assertFalse(exp.agree(Float.MAX_VALUE, Double.POSITIVE_INFINITY));
        assertFalse(exp.agree(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        assertFalse(exp.agree(-0.0, 0.0));
        assertFalse(new LaneCheck(VectorFunction.FLOOR, ElementType.DOUBLE).agree(1, 1 + 0x1p-52));
        assertTrue(new LaneCheck(VectorFunction.FMAX, ElementType.DOUBLE).agree(-0.0, 0.0));
    }

    /** Another sample than that of the check, each function called as generators do. */
    @Test
    void whatMayBeCalledIsRight() {
        Random random = new Random(3);
        double[] special = {0, -0.0, 1e-310, 1e300, -1e300, Double.POSITIVE_INFINITY, Double.NaN, -2, 0.5};
        int length = 8 * 2000;
        double[][] values = new double[2][length];
        for (double[] each : values) {
            for (int i = 0; i < length; i++) {
                each[i] = random.nextInt(6) == 0 ? special[random.nextInt(9)] : random.nextGaussian() * 4;
            }
        }
        try (Session session = Session.open();
                DeviceArray a = session.upload(Grid.of(values[0], length));
                DeviceArray b = session.upload(Grid.of(values[1], length));
                DeviceArray vectors = session.allocate(ElementType.DOUBLE, length);
                DeviceArray numbers = session.allocate(ElementType.DOUBLE, length)) {
            for (VectorFunction function : List.of(VectorFunction.POW, VectorFunction.EXP)) {
                boolean may = VectorFunctions.of(session.device()).mayCall(function, ElementType.DOUBLE, 8);
                String name = may ? function.text() : "each";
                String more = function.arity() == 1 ? "" : ", vload8(i, b)";
                String source = VectorFunctions.laneByLane("each", function, ElementType.DOUBLE, 8)
                        + """
                        kernel void vectors(global const double *a, global const double *b, global double *to) {
                            const size_t i = get_global_id(0);
                            vstore8(%s(vload8(i, a)%s), i, to);
                        }
                        kernel void numbers(global const double *a, global const double *b, global double *to) {
                            const size_t i = get_global_id(0);
                            to[i] = %s(a[i]%s);
                        }
                        """
                                .formatted(name, more, function.text(), function.arity() == 1 ? "" : ", b[i]");
                try (Program program = session.compile(source)) {
                    program.kernel("vectors").global(length / 8).call(a, b, vectors);
                    program.kernel("numbers").global(length).call(a, b, numbers);
                    LaneCheck check = new LaneCheck(function, ElementType.DOUBLE);
                    double[] found = vectors.download().doubles();
                    double[] expected = numbers.download().doubles();
                    for (int i = 0; i < length; i++) {
                        assertTrue(
                                check.agree(found[i], expected[i]),
                                name + " of " + values[0][i] + ", " + values[1][i] + ": " + found[i] + ", expected "
                                        + expected[i]);
                    }
                }
            }
        }
    }

    @Test
    void whatWasFoundIsKeptForTheDriver(@TempDir Path folder) throws IOException {
        VectorFunctions first = new VectorFunctions(Devices.preferred(), folder);
        assertEquals(List.of(), first.faultsFound());
        List<LaneFault> faults = first.faults(VectorFunction.POW, ElementType.DOUBLE);
        Path file = folder.resolve("pow-double.json");
        assertEquals(faults, new VectorFunctions(Devices.preferred(), folder).faultsFound());
        LaneFault made = new LaneFault(
                VectorFunction.POW,
                ElementType.DOUBLE,
                2,
                1,
                1,
                1,
                List.of(List.of(Double.NaN, 1.0), List.of(2.0, Double.NEGATIVE_INFINITY)),
                0,
                1);
        String json = Files.readString(file);
        String pow = new com.google.gson.GsonBuilder()
                .serializeSpecialFloatingPointValues()
                .create()
                .toJson(List.of(made));
        int at = json.indexOf("\"faults\":");
        Files.writeString(file, json.substring(0, at) + "\"faults\":" + pow + "}");
        VectorFunctions second = new VectorFunctions(Devices.preferred(), folder);
        assertFalse(second.mayCall(VectorFunction.POW, ElementType.DOUBLE, 2));
        assertTrue(second.mayCall(VectorFunction.POW, ElementType.DOUBLE, 4));
        assertTrue(second.mayCall(VectorFunction.POW, ElementType.DOUBLE, 1));
        assertEquals(List.of(made), second.faultsFound());
        assertEquals("pow(double2)", VectorFunctions.summary(second.faultsFound()));
        // That of another driver's compiler does not count, nor what cannot be read.
        Files.writeString(file, Files.readString(file).replaceFirst("\"platform\":\"[^\"]*", "\"platform\":\"other"));
        assertEquals(List.of(), new VectorFunctions(Devices.preferred(), folder).faultsFound());
        Files.writeString(file, "{");
        assertEquals(List.of(), new VectorFunctions(Devices.preferred(), folder).faultsFound());
    }
}
