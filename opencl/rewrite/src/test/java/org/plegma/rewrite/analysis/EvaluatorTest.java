package org.plegma.rewrite.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jshell.JShell;
import org.junit.jupiter.api.Test;
import org.plegma.rewrite.term.Code;

/** Java's arithmetic of the host, by the value and its type, against JShell. */
class EvaluatorTest {
    private static final List<String> EXPRESSIONS =
            """
            (n > 0 ? 1 : 2.0) / 2
            (n < 0 ? 1L : 2) * 2000000000
            (n > 0 ? n : f) / 2
            (n > 0 ? 'a' : 2) + 1
            (n > 0 ? 1 : l) << 40
            b ? n : 'x'
            'a' + 1
            'a' * 2L
            '\\n' + '\\u0041' + '\\''
            Math.floorMod(l, n)
            Math.floorMod(n, l)
            Math.floorDiv(l, n)
            Math.round(f) + Math.round(d)
            Math.abs(n) + Math.abs(f)
            Math.max(n, l) * 3
            Math.max(n, f) / 2
            Math.min(1, 2) / 2
            Math.pow(2, n)
            Math.multiplyExact(l, n)
            Math.scalb(f, n)
            Math.signum(f) / 3
            Math.sqrt(n)
            Math.toIntExact(l)
            Math.nextAfter(f, d)
            Math.hypot(3, 4)
            Math.ulp(f)
            0xFFFFFFFF
            0xFFFFFFFF + 1L
            0xFFFFFFFFFFFFFFFFL
            0b11111111_11111111_11111111_11111111
            037777777777
            0x7fff_ffff + 1
            1_000_000 * 1_000_000
            0x1p3f + 0x1.8p1
            .5f + 1e3f
            1D / 3F
            100F
            (byte) 200 + (short) 70000 + (char) -1
            (byte) 3e9 + (char) d
            (int) 3e9f
            (long) -1e30
            n >>> 1 ^ -n >>> 28
            l >>> 70
            n << 33
            1 << l
            -5 / 2 * 2 + -5 % 2
            (float) n / 3
            n / 3 * 3.0f
            ~n + +n
            n % 4 == 1 & !b
            16777217 + 0f
            16777217L == 16777217f
            Integer.MIN_VALUE / -1
            Long.MIN_VALUE - 1
            Float.MIN_VALUE / 2
            Math.PI * n
            """
                    .lines()
                    .toList();

    @Test
    void valuesAndTypesAreThoseOfJava() {
        Map<String, Object> values = new HashMap<>(Map.of("n", 13, "l", 5000000000L % 1000003, "f", 2.5f, "d", -7.25));
        values.put("b", true);
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.eval("String a() { int n = 13; long l = 5000000000L % 1000003; float f = 2.5f; double d = -7.25;"
                    + " boolean b = true; StringBuilder a = new StringBuilder(); Object o; "
                    + EXPRESSIONS.stream()
                            .map(each -> "o = " + each + "; a.append(o.getClass().getSimpleName() + o + ';');\n")
                            .reduce("", String::concat)
                    + "return a.toString(); }");
            String[] java = shell.eval("a()").get(0).value().replace("\"", "").split(";");
            assertEquals(EXPRESSIONS.size(), java.length);
            for (int i = 0; i < java.length; i++) {
                Object value = new TermEvaluator(values::get).value(Code.javaExpression(EXPRESSIONS.get(i)));
                String found = value.getClass().getSimpleName() + value;
                String expected = java[i].startsWith("Character") // values of small types are ints here
                        ? "Integer" + (int) java[i].charAt(9)
                        : java[i];
                assertEquals(expected, found, EXPRESSIONS.get(i));
            }
        }
    }
}
