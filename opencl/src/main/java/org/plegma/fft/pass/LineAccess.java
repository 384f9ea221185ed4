package org.plegma.fft.pass;

import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;

/**
 * Writes which lines a group takes, and how a pass reads and writes a value: register {@code v} and place {@code x} in the line, which starts at
 * {@code from} and ends at {@code to}.
 */
final class LineAccess {
    /** Tiles among which groups alternate. */
    private static final int TILES = 16;

    private final LinePass pass;
    private final String re;
    private final String im;
    private final boolean staged;

    LineAccess(LinePass pass, String re, String im) {
        this(pass, re, im, false);
    }

    /**
     * @param re the array of what a forward transform takes for the real parts
     * @param staged whether lines are read from copies in local memory, and written there
     */
    LineAccess(LinePass pass, String re, String im, boolean staged) {
        this.staged = staged;
        this.pass = pass;
        this.re = re;
        this.im = im;
    }

    /**
     * The group, in the order in which groups take lines. Groups that follow each other take lines of different tiles, since some tiles
     * are in another device's memory: so links and the device's own memory work at the same time.
     */
    String group(int lines) {
        Layout tiled = pass.in().isTiled() ? pass.in() : pass.out();
        if (!tiled.isTiled() || tiled.split() % lines != 0) {
            return "get_group_id(0)";
        }
        long tiles = Math.min(TILES, Long.lowestOneBit(pass.inner() / tiled.split()));
        long groups = tiled.split() / lines;
        return "(get_group_id(0)/%s*%1$sL + get_group_id(0)%%%s*%sL + get_group_id(0)%%%1$s/%2$s)"
                .formatted(tiles * groups, tiles, groups);
    }

    private String in(String x) {
        return staged
                ? LineStaging.element(pass, x)
                : "((global const REAL2 *)%s)[from + %s]"
                        .formatted(memory("in", pass.in(), x), place("in", pass.in(), x));
    }

    /** The address of complex value {@code x} of the input. */
    String address() {
        return "(&" + in("x") + ")";
    }

    private String out(String x) {
        return staged
                ? LineStaging.element(pass, x)
                : "((global REAL2 *)%s)[to + %s]".formatted(memory("out", pass.out(), x), place("out", pass.out(), x));
    }

    private String real(String begin, Layout layout) {
        return staged ? LineStaging.real(pass, "x") : "%s + x*%sL]".formatted(begin, layout.stride());
    }

    /** An argument, or the address in it that belongs to element {@code x}. */
    private static String memory(String argument, Layout layout, String x) {
        if (!layout.byAddress()) {
            return argument;
        }
        requirePlain(x);
        return "%s[%1$s_first + %1$s_share*%sL]".formatted(argument, layout.far());
    }

    /** An element by address has names of its own for its place. */
    private static void requirePlain(String x) {
        if (!"x".equals(x)) {
            throw new IllegalStateException("no address for element " + x);
        }
    }

    /** Statements for where a line starts: in an argument, or from the address that is the first of the line's there. */
    String start(Layout layout, String name, String argument) {
        return layout.byAddress()
                ? "    const long %s_first = %s;\n    const long %s = %s;\n"
                        .formatted(argument, block(layout), name, within(layout))
                : "    const long %s = %s;\n".formatted(name, start(layout));
    }

    String start(Layout layout) {
        return block(layout) + " + " + within(layout);
    }

    private String block(Layout layout) {
        return "l / %sL * %sL + c / %sL * %sL".formatted(pass.inner(), layout.outer(), layout.split(), layout.big());
    }

    private static String within(Layout layout) {
        return "c %% %sL * %sL".formatted(layout.split(), layout.small());
    }

    /** Where element {@code x} of a line is from its start; the names are those of {@link #within(int)}. */
    private static String place(String argument, Layout layout, String x) {
        if (layout.byAddress()) {
            return "%s_place*%sL".formatted(argument, layout.stride());
        }
        if (layout.span() == 0) {
            return "%s*%sL".formatted(x, layout.stride());
        }
        return "x".equals(x) ? "strip" : strip(layout, x);
    }

    private static String strip(Layout layout, String x) {
        return "%s/%s*%sL + %1$s%%%2$s".formatted(x, layout.span(), layout.far());
    }

    /** Statements for {@code strip}, and for what has an address, of element {@code j + u*apart}, of which {@code j} is below {@code apart}. */
    String within(int apart) {
        Layout in = pass.in();
        Layout out = pass.out();
        Layout strips = in.span() > 0 && !in.byAddress() ? in : out;
        String strip = strips.span() == 0 || strips.byAddress() ? "" : strip(strips, apart);
        return strip
                + (in.byAddress() ? ofAddress("in", in, apart) : "")
                + (out.byAddress() ? ofAddress("out", out, apart) : "");
    }

    private static String strip(Layout layout, int apart) {
        int span = layout.span();
        return "const long strip = %s;\n"
                .formatted(
                        apart % span == 0
                                ? "((uint)j/%s + u*%s)*%sL + (uint)j%%%1$s".formatted(span, apart / span, layout.far())
                                : strip(layout, "x"));
    }

    /** Where {@code u} alone says which address it is, a work-item reads it once for all its butterflies. */
    private static String ofAddress(String argument, Layout layout, int apart) {
        int span = layout.span();
        String share = "(uint)x/%s".formatted(span);
        String place = "(uint)x%%%s".formatted(span);
        if (span % apart == 0) {
            share = "u*%s/%s".formatted(apart, span);
            place = "j + u*%s%%%s".formatted(apart, span);
        } else if (apart % span == 0) {
            share = "(uint)j/%s + u*%s".formatted(span, apart / span);
            place = "(uint)j%%%s".formatted(span);
        }
        return "const uint %s_share = %s, %1$s_place = %s;\n".formatted(argument, share, place);
    }

    /**
     * The factors of a group's columns follow each other: one instruction brings them near. Their place from the group's
     * number, as that from {@code of} made the kernel a tenth slower.
     */
    String prefetch(int columns) {
        long groups = pass.inner() / columns;
        String group = "get_group_id(0)" + (pass.lines() > pass.inner() ? "%%%s".formatted(groups) : "");
        int values = columns * pass.n();
        return """
                #ifdef PTX
                    if (get_local_id(0) + get_local_id(1) == 0) {
                        asm volatile("cp.async.bulk.prefetch.L2.global [%%0], %%1;" : : "l"(by + %s*%sL), "r"(%s));
                    }
                #endif
                """
                .formatted(group, values, 8 * values);
    }

    private static String complex(String value) {
        return "const REAL2 z = on ? " + value + " : (REAL2)(0);\n";
    }

    String loadComplex() {
        return complex(in("x")) + "r[v] = z.x;\ni[v] = z.y;\n";
    }

    String load() {
        int n = pass.n();
        return switch (pass.load()) {
            case COMPLEX -> loadComplex();
            case REAL -> "r[v] = on ? %s : 0;\ni[v] = 0;\n".formatted(real("in[from", pass.in()));
            case HALF -> "const int y = x > %s ? %s - x : x;\n".formatted(n / 2, n)
                    + complex(in("y"))
                    + "r[v] = z.x;\ni[v] = 2*x == 0 || 2*x == %s ? 0 : x == y ? z.y : -z.y;\n".formatted(n);
            case HALF_OF_PAIRS -> """
                REAL2 z = on ? %s : (REAL2)(0);
                REAL2 y = on ? %s : (REAL2)(0);
                if (x == 0) {
                    z.y = y.y = 0;
                }
                const REAL2 s = (REAL2)(z.x + y.x, z.y - y.y), d = (REAL2)(z.x - y.x, z.y + y.y), e = turns[x];
                r[v] = s.x - (d.y*e.x - d.x*e.y);
                i[v] = s.y + d.x*e.x + d.y*e.y;
                """
                    .formatted(in("x"), in("(" + n + " - x)"));
            case CHIRP -> "const int p = %s;\n".formatted(position())
                    + "const bool has = on && p < %s;\n".formatted(pass.chirp())
                    + "const REAL2 z = has ? %s : (REAL2)(0);\n".formatted(in("x"))
                    + "r[v] = z.x;\ni[v] = z.y;\n"
                    + "turn(%s + v, %s + v, has ? chirp[p] : (REAL2)(0));\n".formatted(re, im);
        };
    }

    /** The place in the long line of which this line is a part. */
    private String position() {
        return pass.turn() == Turn.NONE
                ? "x"
                : "x*%s + (int)(c / %sL)".formatted(pass.length() / pass.n(), pass.sharing());
    }

    String store() {
        String scale = pass.scale() == 1 ? "" : "*(REAL)" + pass.scale();
        String value = "(REAL2)(r[v]%s, i[v]%1$s)".formatted(scale);
        return switch (pass.store()) {
            case REAL -> "if (on) {\n    %s = r[v]%s;\n}\n".formatted(real("out[to", pass.out()), scale);
            case HALF -> "if (on && x <= %s) {\n    %s = %s;\n}\n".formatted(pass.n() / 2, out("x"), value);
                // A pass back is named the other way round than the whole, of which it is the last part.
            case CHIRP -> "const int p = %s;\n".formatted(position())
                    + "if (on && p < %s) {\n".formatted(pass.chirp())
                    + "    turn(%s + v, %s + v, chirp[p]);\n"
                            .formatted(pass.hasMiddle() ? re : im, pass.hasMiddle() ? im : re)
                    + "    %s = %s;\n}\n".formatted(out("x"), value);
            default -> "if (on) {\n    %s = %s;\n}\n".formatted(out("x"), value);
        };
    }

    /** Result {@code u} of a butterfly of spectra of reals; those beyond {@code half} mirror values before the middle. */
    String storeMirrored(int half) {
        String scale = pass.scale() == 1 ? "" : "*(REAL)" + pass.scale();
        return """
                const int y = u > %s ? %s - x : x;
                if (on && (u <= %1$s || k > 0)) {
                    %s = (REAL2)(r[v]%s, u > %1$s ? -i[v]%4$s : i[v]%4$s);
                }
                """
                .formatted(half, pass.n(), out("y"), scale);
    }

    /** Of pairs of reals: the mirrored value is in {@code p[v]} and {@code g}. */
    String storeOfPairs() {
        if (pass.store() != Store.HALF_OF_PAIRS) {
            throw new IllegalStateException("not a pass of pairs: " + pass);
        }
        return """
                const REAL2 s = (REAL2)(r[v] + p[v], i[v] - g), d = (REAL2)(r[v] - p[v], i[v] + g), e = turns[x];
                if (on) {
                    %s = (REAL)%s*(REAL2)(s.x + d.y*e.x + d.x*e.y, s.y - d.x*e.x + d.y*e.y);
                    if (x == 0) {
                        %s = (REAL2)((r[v] - i[v])*(REAL)%s, 0);
                    }
                }
                """
                .formatted(out("x"), pass.scale() / 2, out(Integer.toString(pass.n())), pass.scale());
    }

    /** Value 0 of the spectrum of reals and its mirror image n, whose imaginary parts are 0, as register 0. */
    String joinZero() {
        return "const REAL z = on ? %s.x : 0;\ni[0] = r[0] - z;\nr[0] += z;\n"
                .formatted(in(Integer.toString(pass.n())));
    }

    /** Values 0, as register 0, and n of the spectrum of reals. */
    String splitZero() {
        return """
                if (on) {
                    %s = (REAL2)((r[0] - i[0])*(REAL)%s, 0);
                }
                r[0] = 2*(r[0] + i[0]);
                i[0] = 0;
                """
                .formatted(out(Integer.toString(pass.n())), pass.scale());
    }

    /** Twice a value of the spectrum of reals. */
    String storeSplit() {
        return "if (on) {\n    %s = (REAL)%s*(REAL2)(r[v], i[v]);\n}\n".formatted(out("x"), pass.scale() / 2);
    }
}
