package org.plegma.fft.pass;

import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes the kernel of a pass over lines that take all of a multiprocessor of NVIDIA's: R³ values, which three stages of radix R transform.
 * A work-item does two butterflies of each stage, one after the other.
 *
 * <p>The values of one butterfly are in registers. Local memory has room for seven eighths of the line, so a quarter of what second
 * butterflies make stays in registers until other values have been read. Result {@code u} of each butterfly of the first stage is for a
 * butterfly {@code u} of the second. Those below R/2 go first, and need no result that waits: these are from 3R/4 on. From the second stage
 * to the third it is alike.
 *
 * <p>A group takes line after line. The next one comes to local memory where the results of the last stage have been computed; what has no
 * room there comes to the registers of values that wait.
 *
 * <p>No two work-items that act at once meet in a bank. They have neighbouring places, but for the second exchange, which transposes: there
 * the number of a row is mixed into the lowest digits of that of a column, for which R must be a power of two.
 */
final class FullLine {
    private static final int STAGES = 3;
    private static final int ROUNDS = 2;
    /** One part of a butterfly's results, of so many, waits in registers. */
    private static final int PARTS = 4;

    private static final String AWAIT =
            """
            #ifdef PTX
                asm volatile("cp.async.wait_all;" : : : "memory");
            #endif
            """;

    /** Where local memory begins, as {@code cp.async} wants it; the driver may keep some bytes before it. */
    private static final int ALIGNED = 128;

    private final LinePass pass;
    private final LineAccess access;
    private final String re;
    private final String im;
    private final StringBuilder out = new StringBuilder();

    private final int radix;
    /** Values apart in the line, and butterflies of a stage. */
    private final int square;

    private final int items;
    private final int waiting;

    FullLine(LinePass pass) {
        this.pass = pass;
        this.re = pass.inverse() ? "i" : "r";
        this.im = pass.inverse() ? "r" : "i";
        this.access = new LineAccess(pass, re, im);
        this.radix = radix(pass.n());
        this.square = radix * radix;
        this.items = items(radix);
        this.waiting = radix / PARTS;
    }

    /** The longest line that fits, or 0. */
    static int longest(long declaredBytes, int items, int values) {
        int n = values * values * values;
        return places(n) * 2L * Float.BYTES + ALIGNED <= declaredBytes && items(values) <= items ? n : 0;
    }

    /** Whether this class writes the kernel of a pass. */
    static boolean takes(LinePass pass, PassLimits limits) {
        return pass.n() == limits.full() && pass.inner() == 1 && !pass.hasMiddle();
    }

    static LineTile tile(int n) {
        int radix = radix(n);
        List<Integer> radices = Collections.nCopies(STAGES, radix);
        return new LineTile(radices, items(radix), 1, false, false, false, false, false, false, 0, false);
    }

    private static int radix(int n) {
        return (int) Math.round(Math.cbrt(n));
    }

    private static int items(int radix) {
        return radix * radix / ROUNDS;
    }

    /** Complex values in local memory. */
    private static int places(int n) {
        return n - n / (ROUNDS * PARTS);
    }

    /** The kernel of this name; its arguments are input, output, factors between stages, and turns, which it does not read. */
    String kernel(String name) {
        line("kernel __attribute__((reqd_work_group_size(%s, 1, 1)))".formatted(items));
        line("void %s(global const %s *in, global %s *out, global const REAL2 *factors, global const REAL2 *turns) {"
                .formatted(
                        name,
                        pass.in().byAddress() ? "ulong" : "REAL",
                        pass.out().byAddress() ? "const ulong" : "REAL"));
        line("    const int t = get_local_id(0), d = t %% %s, h = t / %1$s;".formatted(radix));
        line("    const int at = d*%s + (h ^ (d & %s));".formatted(radix / 2, radix / 2 - 1));
        line("    const long c = 0;");
        line("    const bool on = true;");
        line("    local REAL2 exchange[%s] __attribute__((aligned(%s)));".formatted(places(pass.n()), ALIGNED));
        line("    REAL r[%s], i[%1$s], kept_r[%s], kept_i[%2$s];".formatted(radix, waiting));
        fetch("get_group_id(0)", fetched(0, radix - waiting) + fetchedLast());
        line("    for (long l = get_group_id(0); l < %sL; l += get_num_groups(0)) {".formatted(pass.lines()));
        line("    const long following = l + get_num_groups(0);");
        out.append(access.start(pass.out(), "to", "out"));
        out.append(AWAIT);
        barrier(pass.in().equals(pass.out()));
        for (int round = 0; round < ROUNDS; round++) {
            first(round);
        }
        barrier(false);
        for (int round = 0; round < ROUNDS; round++) {
            second(round);
        }
        barrier(false);
        for (int round = 0; round < ROUNDS; round++) {
            third(round);
        }
        line("    }\n}");
        return out.toString();
    }

    /** Brings values of a line, if there is such a line, to where the first stage reads and writes them. */
    private void fetch(String number, String values) {
        line("    if (%s < %sL) {".formatted(number, pass.lines()));
        line("        const long l = %s;".formatted(number));
        out.append(access.start(pass.in(), "from", "in"));
        out.append(values);
        line("    }");
    }

    /** Two values of each work-item and each {@code u}. */
    private String fetched(int begin, int end) {
        String place = "const int j = 2*t, x = j + u*%s;\n".formatted(square) + access.within(square);
        return begin == end ? "" : loop(begin, end, place + copy("cg", "float4", "x"));
    }

    /** Of the last {@code u}, for which there is room for half of the values alone; the others wait in registers. */
    private String fetchedLast() {
        int last = radix - waiting;
        String kept = "const REAL2 z = *%s;\nkept_r[u - %s] = z.x;\nkept_i[u - %2$s] = z.y;\n"
                .formatted(access.address(), last);
        String place = "%s + u*%s + t".formatted(last * (square - items), items);
        return loop(last, radix, at(0) + copy("ca", "float2", place)) + loop(last, radix, at(1) + kept);
    }

    private String copy(String caching, String vector, String place) {
        return """
                #ifdef PTX
                asm volatile("cp.async.%s.shared.global [%%0], [%%1], %s;" : : "r"((uint)(size_t)(exchange + %s)), "l"(%s) : "memory");
                #else
                *(local %s *)(exchange + %3$s) = *(global const %5$s *)%4$s;
                #endif
                """
                .formatted(caching, "float4".equals(vector) ? 16 : 8, place, access.address(), vector);
    }

    /** Values {@code u} of all butterflies are together, those that go last in what is left; results take their places. */
    private void first(int round) {
        int last = radix - waiting;
        line("    // Radix %s after 1, butterflies from %s on.".formatted(radix, round * items));
        String place = "exchange[t + %s + u*%s]".formatted(round * items, square);
        String lastPlace = "exchange[%s + u*%s + t]".formatted(last * square, items);
        each(last, take(place));
        if (round == 0) {
            each(waiting, "const REAL2 z = %s;\nr[%s + u] = z.x;\ni[%2$s + u] = z.y;\n".formatted(lastPlace, last));
        } else {
            each(waiting, "r[%s + u] = kept_r[u];\ni[%1$s + u] = kept_i[u];\n".formatted(last));
        }
        transform();
        each(last, place + " = (REAL2)(r[u], i[u]);\n");
        if (round == 0) {
            each(waiting, lastPlace + " = (REAL2)(r[%s + u], i[%1$s + u]);\n".formatted(last));
        } else {
            keep();
        }
    }

    /** Butterflies {@code k} of each group {@code d}, by work-items that are neighbours in {@code d}. */
    private void second(int round) {
        int last = radix - waiting;
        line("    // Radix %s after %1$s, butterflies from %s on of each %1$s.".formatted(radix, round * radix / 2));
        line("    {");
        line("        const int k = h + %s;".formatted(round * radix / 2));
        if (round == 0) {
            each(radix, take("exchange[k*%s + d + u*%s]".formatted(square, radix)));
        } else {
            // The last values of the first half of butterflies lie together, those of the second have just come.
            line("        const int low = k < %s ? k*%s : %s + (k - %1$s)*%s;"
                    .formatted(last, square, last * square, items));
            line("        const int high = k < %s ? k*%s : (k - %1$s)*%s - %3$s;".formatted(last, square, items));
            each(radix, take("exchange[(u < %s ? low : high) + d + u*%s]".formatted(radix / 2, radix)));
        }
        barrier(false);
        put("u*%s + %s".formatted(items, round == 0 ? "t" : "at"));
        if (round == 0) {
            barrier(false);
        }
        out.append(StageFactors.turn(radix, factor(0, radix), re, im));
        line("    }");
        transform();
        int begin = round == 0 ? pass.n() / 8 : pass.n() / 2;
        each(last, "exchange[%s + u*%s + at] = (REAL2)(r[u], i[u]);\n".formatted(begin, items));
        keep();
    }

    /** Butterflies in the order of what they make. */
    private void third(int round) {
        int n = pass.n();
        line("    // Radix %s after %s, butterflies from %s on.".formatted(radix, square, round * items));
        line("    {");
        line("        const int h = t %% %s, b = t / %s + %s, k = t + %s;"
                .formatted(radix / 2, radix, round * radix / 2, round * items));
        line("        const bool late = t %% %s >= %s;".formatted(radix, radix / 2));
        if (round == 0) {
            line("        const int begin = (late ? %s : %s) + b*%s;".formatted(n / 2, n / 8, items));
        } else {
            // The last results wait elsewhere: 3/8 and 1/2 of the line before.
            line("        const int begin = (b < %s ? late ? %s : %s : late ? %s : %s) + b*%s;"
                    .formatted(radix - waiting, n / 2, n / 8, -n / 4, -n * 3 / 8, items));
        }
        each(radix, take("exchange[begin + u*%s + (h ^ (u & %s))]".formatted(radix / 2, radix / 2 - 1)));
        barrier(false);
        if (round == 0) {
            put("%s + u*%s + at".formatted(n / 8, items));
            fetch("following", fetched(radix / 4, radix * 3 / 8) + fetched(radix / 2, radix - waiting));
            barrier(false);
        } else {
            fetch("following", fetched(0, radix / 4) + fetched(radix * 3 / 8, radix / 2) + fetchedLast());
        }
        out.append(StageFactors.turn(radix, factor((radix - 1) * radix, square), re, im));
        line("    }");
        transform();
        each(radix, at(round) + "const int v = u;\n" + access.store());
    }

    private IntFunction<String> factor(int begin, int product) {
        return u -> "factors[%s + k]".formatted(begin + (u - 1) * product);
    }

    /** Where value {@code u} of a first butterfly, or result of a last one, is in the line. */
    private String at(int round) {
        return "const int j = t + %s, x = j + u*%s;\n".formatted(round * items, square) + access.within(square);
    }

    private void transform() {
        line("    dft%s(%s, %s);".formatted(radix, re, im));
    }

    private static String take(String place) {
        return "const REAL2 z = %s;\nr[u] = z.x;\ni[u] = z.y;\n".formatted(place);
    }

    private void keep() {
        each(waiting, "kept_r[u] = r[%s + u];\nkept_i[u] = i[%1$s + u];\n".formatted(radix - waiting));
    }

    private void put(String place) {
        each(waiting, "exchange[%s] = (REAL2)(kept_r[u], kept_i[u]);\n".formatted(place));
    }

    private void each(int count, String statements) {
        out.append(loop(0, count, statements));
    }

    private static String loop(int begin, int end, String statements) {
        return "    #pragma unroll\n    for (int u = %s; u < %s; u++) {\n%s    }\n"
                .formatted(begin, end, statements.indent(8));
    }

    private void barrier(boolean global) {
        line("    barrier(CLK_LOCAL_MEM_FENCE%s);".formatted(global ? " | CLK_GLOBAL_MEM_FENCE" : ""));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
