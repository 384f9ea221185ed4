package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.Loops;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelLoop;

/** What stays on the host around a loop that is made parallel. */
class HostLoopsTest {
    @Test
    void hostLoopsMayBeginWithoutADeclarationAndEndEarly() {
        int[] x = {1, -2, 3};
        int[] expected = x.clone();
        int t = 100;
        for (t = 0; t < 10; t++) {
            if (t == 2) {
                continue;
            }
            if (t == 6) {
                break;
            }
            for (int i = 0; i < expected.length; i++) {
                expected[i] = expected[i] * 3 + t;
            }
        }
        do {
            t -= 2;
            for (int i = 0; i < expected.length; i++) {
                expected[i] = expected[i] * 3 + t;
            }
        } while (t > 3);
        String java =
                """
                for (t = 0; t < 10; t++) {
                    if (t == 2) {
                        continue;
                    }
                    if (t == 6) {
                        break;
                    }
                    for (int i = 0; i < x.length; i++) {
                        x[i] = x[i] * 3 + t;
                    }
                }
                do {
                    t -= 2;
                    for (int i = 0; i < x.length; i++) {
                        x[i] = x[i] * 3 + t;
                    }
                } while (t > 3);
                """;
        try (Session session = Session.open()) {
            Map<String, Object> values = Loops.run(session, java, "x", x, "t", 100);
            assertEquals(t, values.get("t"));
            assertArrayEquals(expected, (int[]) values.get("x"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "int, 2.5, Double 2.5",
        "int, text, String text",
        "float, , null",
        "boolean, 1, Integer 1",
        "int, true, Boolean true",
        "int, array, int[]"
    })
    void anArgumentOfAnotherTypeIsRefused(String type, String given, String told) {
        Map<String, Object> values = Map.of("2.5", 2.5, "text", "text", "1", 1, "true", true, "array", new int[1]);
        Object value = given == null ? null : values.get(given);
        String body = type.equals("boolean") ? "if (p) { x[i] = 1; }" : "x[i] = (int) p;";
        ParallelCode code = ParallelCode.of(
                "k", "for (int i = 0; i < x.length; i++) { " + body + " }", Map.of("x", "int[]", "p", type));
        try (Session session = Session.open();
                ParallelLoop loop = new ParallelLoop(session, code, null)) {
            Object[] arguments = code.parameters().keySet().stream()
                    .map(name -> name.equals("p") ? value : new int[3])
                    .toArray();
            String message = assertThrows(IllegalArgumentException.class, () -> loop.call(arguments))
                    .getMessage();
            assertEquals("Wrong argument p for k: expected " + type + ", got " + told + ".", message);
        }
    }
}
