package org.plegma.rewrite.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;

class CLiteralTest {
    /** The table of C99, 6.4.4.1, with longs of 64 bits. */
    @ParameterizedTest
    @CsvSource({
        "0, int, 0",
        "017, int, 15",
        "2147483647, int, 2147483647",
        "2147483648, long, 2147483648",
        "4294967296, long, 4294967296",
        "0x7fffffff, int, 2147483647",
        "0x80000000, uint, 2147483648",
        "0XFFFFFFFF, uint, 4294967295",
        "037777777777, uint, 4294967295",
        "0x100000000, long, 4294967296",
        "0x8000000000000000, ulong, -9223372036854775808",
        "4294967295u, uint, 4294967295",
        "4294967296U, ulong, 4294967296",
        "1L, long, 1",
        "1lu, ulong, 1",
        "0xffffffffffffffffL, ulong, -1",
        "0b101, int, 5"
    })
    void aWholeNumberHasTheFirstTypeThatHoldsIt(String text, String type, long value) {
        assertEquals(Optional.of(new CLiteral(type, value)), CLiteral.whole(text));
    }

    /** The compiler's own word: the sign of {@code -1 < literal} and the size of the literal tell its type. */
    @Test
    void theCompilerHasTheSameTypes() {
        String[] literals = {
            "2147483647", "2147483648", "0x80000000", "0xffffffff", "0x100000000", "4294967296u", "037777777777"
        };
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < literals.length; i++) {
            body.append("t[" + i + "] = sizeof(" + literals[i] + ") + 100 * (-1 < " + literals[i] + ");\n");
        }
        int[] found = new int[literals.length];
        try (Session session = Session.open()) {
            session.compile("kernel void k(global int *t) {\n" + body + "}")
                    .kernel("k")
                    .global(1)
                    .call((Object) found);
        }
        for (int i = 0; i < literals.length; i++) {
            String type = CLiteral.whole(literals[i]).orElseThrow().type();
            int expected = (type.endsWith("long") ? 8 : 4) + (type.startsWith("u") ? 0 : 100);
            assertEquals(expected, found[i], literals[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.0", "1f", "08", "0x", "1uu", "99999999999999999999", "-1", "'a'"})
    void nothingElseIsOne(String text) {
        assertEquals(Optional.empty(), CLiteral.whole(text));
    }
}
