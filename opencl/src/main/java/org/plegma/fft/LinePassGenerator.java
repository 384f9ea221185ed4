package org.plegma.fft;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.plegma.array.ElementType;
import org.plegma.fft.LinePass.Store;

/**
 * Writes the kernel of a {@link LinePass} for GPUs: a work-group transforms a few lines by Stockham's self-sorting
 * algorithm. The values wait in registers; local memory only carries them from one stage to the next.
 *
 * <p>A stage with radix R after stages with product s takes butterfly {@code j} from the places {@code j + u·n/R} and puts
 * its results to {@code (j/s)·s·R + j%s + u·s}. Inverse transforms are forward ones with real and imaginary parts
 * exchanged at both ends.
 */
final class LinePassGenerator {
    private final LinePass pass;
    private final LineTile tile;
    private final List<Integer> radices;
    private final StringBuilder out = new StringBuilder();

    LinePassGenerator(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
        this.radices = pass.n() == 1 ? List.of(1) : Radices.of(pass.n());
    }

    /** What all kernels of a program share: types, and the short transforms that the passes need. */
    static String prelude(Collection<LinePass> passes, ElementType type) {
        StringBuilder text = new StringBuilder(
                """
                #define REAL %s
                #define REAL2 %1$s2
                #define VALUE REAL

                // (r + i·sqrt(-1)) times z
                inline void turn(REAL *r, REAL *i, const REAL2 z) {
                    const REAL re = *r*z.x - *i*z.y;
                    *i = *r*z.y + *i*z.x;
                    *r = re;
                }

                """
                        .formatted(type.openclName()));
        TreeSet<Integer> needed = new TreeSet<>();
        passes.forEach(pass -> needed.addAll(Radices.of(pass.n())));
        needed.forEach(radix -> text.append(Butterfly.function(radix, type)).append('\n'));
        return text.toString();
    }

    /** The kernel of this name; its arguments are input, output, factors between stages, and turns. */
    String kernel(String name) {
        head(name);
        int product = 1;
        int factors = 0;
        for (int s = 0; s < radices.size(); s++) {
            int radix = radices.get(s);
            line("    // Radix %d after %d.", radix, product);
            if (s == 0) {
                each(radix, load(radix));
            } else {
                exchange(radices.get(s - 1), product / radices.get(s - 1), radix);
                eachButterfly(radix, turned(radix, product, factors));
                factors += product * (radix - 1);
            }
            if (radix > 1) {
                eachButterfly(radix, "dft%d(r + q*%1$d, i + q*%1$d);\n".formatted(radix));
            }
            product *= radix;
        }
        int last = radices.get(radices.size() - 1);
        if (pass.store() == Store.HALF_OF_PAIRS) {
            pairs(last);
        } else {
            each(last, store(last));
        }
        line("}");
        return out.toString();
    }

    private void head(String name) {
        boolean columns = tile.columns();
        int values = tile.lines() * pass.n();
        boolean both = pass.store() == Store.HALF_OF_PAIRS || radices.size() > 1 && !tile.split();
        line(
                "kernel __attribute__((reqd_work_group_size(%d, %d, 1)))",
                columns ? tile.lines() : tile.items(), columns ? tile.items() : tile.lines());
        line("void %s(global const REAL *in, global REAL *out, global const REAL2 *factors,", name);
        line("        global const REAL2 *turns) {");
        line("    const int t = get_local_id(%d), w = get_local_id(%d);", columns ? 1 : 0, columns ? 0 : 1);
        line("    const long l = get_group_id(0)*%dL + w;", tile.lines());
        line("    const bool on = l < %dL;", pass.lines());
        line("    const long c = l %% %dL;", pass.inner());
        line("    const long from = %s;", place(pass.in()));
        line("    const long to = %s;", place(pass.out()));
        if (both || radices.size() > 1) {
            line("    local REAL exchange[%d];", both ? 2 * values : values);
            line("    local REAL *mine = exchange + w*%d;", pass.n());
        }
        if (both) {
            line("    local REAL *mine_i = mine + %d;", values);
        }
        int registers =
                radices.stream().mapToInt(radix -> rounds(radix) * radix).max().orElse(1);
        line("    REAL r[%d], i[%1$d];", registers);
    }

    private String place(Layout layout) {
        return "l / %dL * %dL + c / %dL * %dL + c %% %3$dL * %5$dL"
                .formatted(pass.inner(), layout.outer(), layout.split(), layout.big(), layout.small());
    }

    /** Rounds in which the work-items of a line do the butterflies of a stage. */
    private int rounds(int radix) {
        return (pass.n() / radix + tile.items() - 1) / tile.items();
    }

    /** A statement for each butterfly {@code j}; {@code q} is its round. */
    private void eachButterfly(int radix, String statements) {
        int butterflies = pass.n() / radix;
        boolean guarded = butterflies % tile.items() != 0;
        line("    #pragma unroll");
        line("    for (int q = 0; q < %d; q++) {", rounds(radix));
        line("        const int j = t + q*%d;", tile.items());
        if (guarded) {
            line("        if (j < %d) {", butterflies);
        }
        out.append(statements.indent(guarded ? 12 : 8));
        line(guarded ? "        }\n    }" : "    }");
    }

    /** Statements for each value {@code u} of each butterfly {@code j}; {@code v} is its register. */
    private void each(int radix, String statements) {
        eachButterfly(
                radix,
                """
                #pragma unroll
                for (int u = 0; u < %d; u++) {
                    const int v = q*%1$d + u;
                %s}
                """
                        .formatted(radix, statements.indent(4)));
    }

    private String load(int radix) {
        String re = pass.inverse() ? "i[v]" : "r[v]";
        String im = pass.inverse() ? "r[v]" : "i[v]";
        String index = "const int x = j + u*%d;\n".formatted(pass.n() / radix);
        String at = "from + x*%dL".formatted(pass.in().stride());
        String value = "const REAL2 z = on ? ((global const REAL2 *)in)[%s] : (REAL2)(0);\n";
        return index
                + switch (pass.load()) {
                    case COMPLEX -> value.formatted(at) + "%s = z.x;\n%s = z.y;\n".formatted(re, im);
                    case REAL -> "%s = on ? in[%s] : 0;\n%s = 0;\n".formatted(re, at, im);
                    case HALF -> "const int y = x > %d ? %d - x : x;\n".formatted(pass.n() / 2, pass.n())
                            + value.formatted("from + y*%dL".formatted(pass.in().stride()))
                            + "%s = z.x;\n%s = 2*x == 0 || 2*x == %d ? 0 : x == y ? z.y : -z.y;\n"
                                    .formatted(re, im, pass.n());
                    case HALF_OF_PAIRS -> """
                        REAL2 z = on ? ((global const REAL2 *)in)[%s] : (REAL2)(0);
                        REAL2 y = on ? ((global const REAL2 *)in)[from + (%d - x)*%dL] : (REAL2)(0);
                        if (x == 0) {
                            z.y = y.y = 0;
                        }
                        const REAL2 s = (REAL2)(z.x + y.x, z.y - y.y), d = (REAL2)(z.x - y.x, z.y + y.y), e = turns[x];
                        %s = s.x - (d.y*e.x - d.x*e.y);
                        %s = s.y + d.x*e.x + d.y*e.y;
                        """
                            .formatted(at, pass.n(), pass.in().stride(), re, im);
                };
    }

    /** Carries the results of a stage to the work-items that need them in the next. */
    private void exchange(int done, int product, int next) {
        String to = result(done, product);
        String from = "j + u*%d".formatted(pass.n() / next);
        boolean first = product == 1;
        if (!first) {
            line("    barrier(CLK_LOCAL_MEM_FENCE);");
        }
        if (tile.split()) {
            for (String part : List.of("r", "i")) {
                each(done, "mine[%s] = %s[v];\n".formatted(to, part));
                line("    barrier(CLK_LOCAL_MEM_FENCE);");
                each(next, "%s[v] = mine[%s];\n".formatted(part, from));
                if ("r".equals(part)) {
                    line("    barrier(CLK_LOCAL_MEM_FENCE);");
                }
            }
        } else {
            each(done, "mine[%s] = r[v];\nmine_i[%1$s] = i[v];\n".formatted(to));
            line("    barrier(CLK_LOCAL_MEM_FENCE);");
            each(next, "r[v] = mine[%s];\ni[v] = mine_i[%1$s];\n".formatted(from));
        }
    }

    private static String result(int radix, int product) {
        return product == 1
                ? "j*%d + u".formatted(radix)
                : "j/%d*%d + j%%%1$d + u*%1$d".formatted(product, product * radix);
    }

    private static String turned(int radix, int product, int factors) {
        return """
                #pragma unroll
                for (int u = 1; u < %d; u++) {
                    turn(r + q*%1$d + u, i + q*%1$d + u, factors[%d + j%%%d*%d + u - 1]);
                }
                """
                .formatted(radix, factors, product, radix - 1);
    }

    private String store(int radix) {
        String index = "const int x = %s;\n".formatted(result(radix, pass.n() / radix));
        String rotate = "";
        if (pass.rotation() > 0) {
            int low = Turns.low(pass.rotation());
            rotate =
                    """
                    const long a = x*(c / %dL);
                    turn(r + v, i + v, turns[a %% %d]);
                    turn(r + v, i + v, turns[%2$d + a / %2$d]);
                    """
                            .formatted(pass.rotationInner(), low);
        }
        String scale = pass.scale() == 1 ? "" : "*(REAL)" + pass.scale();
        String re = (pass.inverse() ? "i[v]" : "r[v]") + scale;
        String im = (pass.inverse() ? "r[v]" : "i[v]") + scale;
        String at = "to + x*%dL".formatted(pass.out().stride());
        String kept = pass.store() == Store.HALF ? "on && x <= %d".formatted(pass.n() / 2) : "on";
        String write = pass.store() == Store.REAL
                ? "out[%s] = %s;".formatted(at, re)
                : "((global REAL2 *)out)[%s] = (REAL2)(%s, %s);".formatted(at, re, im);
        return index + rotate + "if (%s) {\n    %s\n}\n".formatted(kept, write);
    }

    /** From the transform of pairs of reals to the spectrum of the reals. */
    private void pairs(int radix) {
        int n = pass.n();
        if (radices.size() > 1) {
            line("    barrier(CLK_LOCAL_MEM_FENCE);");
        }
        each(radix, "mine[%s] = r[v];\nmine_i[%1$s] = i[v];\n".formatted(result(radix, n / radix)));
        line("    barrier(CLK_LOCAL_MEM_FENCE);");
        String scale = "(REAL)" + pass.scale() / 2;
        out.append(
                """
                    for (int x = t; on && x <= %d; x += %d) {
                        const int k = x == %1$d ? 0 : x, m = x == 0 ? 0 : %1$d - x;
                        const REAL2 s = (REAL2)(mine[k] + mine[m], mine_i[k] - mine_i[m]);
                        const REAL2 d = (REAL2)(mine[k] - mine[m], mine_i[k] + mine_i[m]), e = turns[x];
                        ((global REAL2 *)out)[to + x*%dL] =
                            %s*(REAL2)(s.x + d.y*e.x + d.x*e.y, s.y - d.x*e.x + d.y*e.y);
                    }
                """
                        .formatted(n, tile.items(), pass.out().stride(), scale));
    }

    private void line(String text, Object... values) {
        out.append(values.length == 0 ? text : text.formatted(values)).append('\n');
    }
}
