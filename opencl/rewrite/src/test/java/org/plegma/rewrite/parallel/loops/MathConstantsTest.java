package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.Loops;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.code.MathFunctions;

/** Functions of constants: PoCL's compiler computes many of them wrongly, or leaves the stores beside them out. */
@Tag("optimized")
class MathConstantsTest {
    private static final double[] CONSTANTS = {
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        -2.5,
        1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1e300,
        -1e300,
        1e19,
        0x1p31,
        -0x1p31,
        0x1p52 + 1,
        0x1p53,
        0x1p63,
        Double.MIN_VALUE,
        -Double.MIN_NORMAL,
        Float.MAX_VALUE,
        0.49999999999999994
    };

    private static String text(double value) {
        return Double.isNaN(value)
                ? "(0.0 / 0.0)"
                : Double.isInfinite(value)
                        ? "Double." + (value > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY"
                        : String.valueOf(value);
    }

    /** How a constant comes to a function: %%parallel itself sees the first two, the other only the device's compiler. */
    private enum Way {
        LITERAL("y[@] = F(X);"),
        VARIABLE("double c = #; y[@] = F(X);"),
        ARGUMENT("y[@] = of_F(#);"),
        CHANGED_VARIABLE("double c = 3; c = #; y[@] = F(X);"),
        OF_A_LOOP("double c = 0; for (int k = 0; k < 2; k++) { c = #; } y[@] = F(X);"),
        BY_COMPARISON("double c = x[@]; if (# != # ? c != c : c == #) { y[@] = F(X); }");

        private final String text;

        Way(String text) {
            this.text = text;
        }

        String statement(String function, int arguments, int at, double value) {
            String argument = this == LITERAL ? text(value) : "c";
            return "{ "
                    + text.replace("F(X)", "F(" + argument + (", " + argument).repeat(arguments - 1) + ")")
                            .replace("of_F", "of_" + function)
                            .replace("F(", "Math." + function + "(")
                            .replace("@", String.valueOf(at))
                            .replace("#", text(value))
                    + " }\n";
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachFunctionOfEachConstant(Way way) throws ReflectiveOperationException {
        StringBuilder methods = new StringBuilder();
        StringBuilder body = new StringBuilder();
        List<Double> constants = new ArrayList<>();
        List<Double> expected = new ArrayList<>();
        for (String name : MathFunctions.names().split(", ")) {
            int arguments = 0;
            for (double value : CONSTANTS) {
                Method method = null;
                for (Method each : Math.class.getMethods()) {
                    boolean doubles = each.getName().equals(name) && each.getParameterTypes()[0] == double.class;
                    method = doubles ? each : method;
                }
                Object[] given = new Object[method.getParameterCount()];
                java.util.Arrays.fill(given, value);
                expected.add(((Number) method.invoke(null, given)).doubleValue());
                constants.add(value);
                arguments = given.length;
                body.append(way.statement(name, arguments, expected.size() - 1, value));
            }
            methods.append("double of_" + name + "(double c) { return Math." + name + "(c" + ", c".repeat(arguments - 1)
                    + "); }\n");
        }
        double[] y = new double[expected.size()];
        java.util.Arrays.fill(y, -77);
        try (Session session = Session.open()) {
            double[] x = constants.stream().mapToDouble(each -> each).toArray();
            String loop = "for (int i = 0; i < 1; i++) {\n" + body + "}";
            Loops.run(session, (way == Way.ARGUMENT ? methods : "") + loop, "y", y, "x", x);
        }
        for (int i = 0; i < y.length; i++) { // last places may differ where the device computes
            double java = expected.get(i);
            double bound = Double.isFinite(java) ? 20 * Math.ulp(java) : 0;
            assertEquals(java, y[i], bound, body.toString().lines().toList().get(i));
        }
    }

    /** NVIDIA's compiler takes (0.0 / 0.0) != (0.0 / 0.0) for false. */
    @Test
    void quotientsThatAreNoNumbersAreWrittenAsWhatTheyAre() {
        String loop = "for (int i = 0; i < 1; i++) { y[0] = (0.0 / 0.0) != (0.0 / 0.0) ? 1 : 0; y[1] = -1 / 0.0;"
                + " y[2] = 1e300 * 1e300; y[3] = 1 / 0f - 1 / 0f; }";
        double[] y = new double[4];
        try (Session session = Session.open()) {
            Loops.run(session, loop, "y", y);
        }
        assertArrayEquals(new double[] {1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN}, y);
        String source = ParallelCode.of("k", loop, Map.of("y", "double[]")).source();
        assertFalse(source.contains("/ 0"), source);
    }

    @Test
    void castsAndRemaindersOfConstants() {
        long[] y = new long[8];
        double[] d = new double[3];
        try (Session session = Session.open()) {
            Loops.run(
                    session,
                    "for (int i = 0; i < 1; i++) { y[0] = (int) 1e300; y[1] = (long) -1e300; y[2] = (int) (0.0 / 0.0);"
                            + " y[3] = (int) -3e9f; y[4] = (long) Math.rint(-7.5); y[5] = Math.round(1e300);"
                            + " y[6] = Math.round(-1e30f); double c = 1e19; y[7] = (long) c;"
                            + " d[0] = 1e300 % 3.0; d[1] = c % 7; d[2] = (0.0 / 0.0) % 3; }",
                    "y",
                    y,
                    "d",
                    d);
        }
        assertArrayEquals(
                new long[] {
                    (int) 1e300, (long) -1e300, 0, (int) -3e9f, -8, Math.round(1e300), Math.round(-1e30f), (long) 1e19
                },
                y);
        assertArrayEquals(new double[] {1e300 % 3.0, 1e19 % 7, Double.NaN}, d);
    }

    @Test
    void aBranchThatIsNotTakenHasASayInTheType() {
        long[] y = new long[2];
        try (Session session = Session.open()) {
            Loops.run(
                    session,
                    "for (int i = 0; i < 1; i++) { y[0] = Math.round(9_223_372_036_854_775_807L % (true ? 3L : real));"
                            + " y[1] = Math.round(9_223_372_036_854_775_807L % (false ? Math.sqrt(2.0) : 3L)); }",
                    "y",
                    y,
                    "real",
                    -142.5);
        }
        assertArrayEquals(new long[] {2, 2}, y); // 2^63 modulo 3; of long numbers it would be 1
    }

    @Test
    void aConstantInFloat() {
        float[] y = {7, 7, 7, 7, 7, 7};
        try (Session session = Session.open()) {
            Loops.run(
                    session,
                    "for (int i = 0; i < 1; i++) { y[0] = (float) Math.rint(1e30f); y[1] = Math.max(-0f, 0f);"
                            + " y[2] = Math.abs(-3e38f); y[3] = Float.NaN; y[4] = Float.MIN_VALUE;"
                            + " y[5] = Float.NEGATIVE_INFINITY; }",
                    "y",
                    y);
        }
        assertArrayEquals(new float[] {1e30f, 0f, 3e38f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY}, y);
        assertEquals(Float.floatToIntBits(0f), Float.floatToIntBits(y[1]));
    }
}
