package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.source.GuardedSource;
import org.plegma.device.source.LoopGuard;

/** What counting loops puts into a source; {@code OclgrindCheckTest} runs it. */
class LoopGuardTest {
    private static final String SIZE = "2 * get_local_size(0) * get_local_size(1) * get_local_size(2)";

    private static LoopGuard guard(String source, String... options) {
        return new LoopGuard(source, List.of(options));
    }

    private static boolean isComplete(String source, String... options) {
        LoopGuard guard = guard(source, options);
        assertTrue(guard.isNeeded(), source);
        return guard.isComplete();
    }

    private static String text(String source) {
        String text = GuardedSource.of(source, null, guard(source), 7).text();
        return text.substring(text.indexOf("#line 1\n") + "#line 1\n".length());
    }

    @Test
    void whatHasNoLoopStaysAsItIs() {
        String source = "struct s { int a; };\nconstant int t[2] = { 1, 2 };\nvoid f(int a) { if (a) { a++; } }";
        assertFalse(guard(source).isNeeded());
        assertTrue(guard(source).isComplete());
        assertEquals(source, text(source));
    }

    @Test
    void eachLoopIsCountedAndBeginsThoseWithinAnew() {
        String text = text("void f(int a) { while (a) { do a--; while (a); for (;;) {} } for (;;) break; }");
        assertTrue(
                text.startsWith(
                        "void f(int a) { uint plegma_turns[4] = {0}; ulong plegma_begun[4], plegma_rounds = 0;"),
                text);
        assertTrue(
                text.contains(
                        "while (a) if (plegma_turns[1] = 0, plegma_turns[2] = 0, plegma_round(plegma_turns + 0, plegma_begun + 0,"),
                text);
        assertTrue(
                text.contains("for (;;) if (plegma_round(plegma_turns + 3, plegma_begun + 3, &plegma_rounds, 1, "),
                text);
    }

    @Test
    void aLoopWithABarrierCountsForAllOfItsGroup() {
        assertTrue(text("void f(int a) { while (a) { barrier(1); } }").contains(", " + SIZE + ", "));
        assertTrue(text("#define SYNC barrier(1)\nvoid f(int a) { while (a) SYNC; }")
                .contains(", " + SIZE + ", "));
        assertTrue(text("void g() { barrier(1); } void f(int a) { while (a) g(); }")
                .contains(", " + SIZE + ", "));
        assertFalse(text("void f(int a) { barrier(1); while (a) { a--; } }").contains(SIZE));
    }

    @Test
    void whatCannotBeCountedIsKnown() {
        String loop = "void f(int a) { while (a) a--; }\n";
        assertTrue(isComplete(loop, "-DN=4"));
        assertFalse(isComplete(loop + "void g(int a) { again: if (a) goto again; }"));
        assertFalse(isComplete("#define ALL for (int i = 0; i < 9; i++)\n" + loop));
        assertFalse(isComplete("#include <loops.h>\n" + loop));
        assertFalse(isComplete(loop, "-DALL=for (;;)"));
        assertFalse(isComplete(loop + "void g(int a) { while (a\n#ifdef A\n + 1\n#endif\n) a--; }"));
    }

    @Test
    void theLoopIsToldByAnAddress() {
        String text = text("void f(int a) {\n  while (a) a--; }");
        String address = text.replaceAll("(?s).*, (\\d+)UL\\)\\) break.*", "$1");
        int[] place = GuardedSource.loop(Long.parseLong(address));
        assertEquals(2, place[0]);
        assertEquals(3, place[1]);
        assertNull(GuardedSource.divisor(Long.parseLong(address)));
        assertNull(GuardedSource.loop(4096));
    }
}
