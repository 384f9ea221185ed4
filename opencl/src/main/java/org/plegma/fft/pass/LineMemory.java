package org.plegma.fft.pass;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Writes where in local memory the values of lines wait from one stage to the next. */
final class LineMemory {
    private final LinePass pass;
    private final LineTile tile;

    LineMemory(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
    }

    /** The array of all lines. */
    String array() {
        return "    local %s exchange[%s];\n".formatted(tile.tall() ? "REAL2" : "REAL", values());
    }

    /** Of the array; of tall columns both parts are one. */
    int values() {
        int locals = tile.locals(pass);
        return tile.tall() || tile.split() ? locals : 2 * locals;
    }

    /** Where in it the work-item's line is. */
    String pointers() {
        int locals = tile.locals(pass);
        if (tile.tall()) {
            return "    local REAL2 *mine = exchange + w;\n";
        }
        return "    local REAL *mine = exchange + %s;\n".formatted(tile.columns() ? "w" : "w*" + locals / tile.lines())
                + (tile.split() ? "" : "    local REAL *mine_i = mine + %s;\n".formatted(locals));
    }

    /** The place of the value whose place in the line is given. */
    String place(String x) {
        String gapped = tile.pad() == 0 ? "(" + x + ")" : "(%s + (%1$s)/%s)".formatted(x, tile.pad());
        return tile.columns() ? gapped + "*" + tile.lines() : gapped;
    }

    /**
     * The places of a butterfly's values, which are {@code apart} in the line.
     *
     * @param before a statement for each butterfly
     * @param at the place of value {@code u}
     */
    record Places(String before, String at) {}

    /**
     * If gaps allow, the values have constant distances, which cost no arithmetic: instructions limit short transforms.
     *
     * @param first the place in the line of the first value of butterfly {@code j}, and the same as a function
     */
    Places places(int radix, String first, IntUnaryOperator firstOf, int apart) {
        if (!gapsAreApart(radix, firstOf, apart)) {
            return new Places("", place("%s + u*%s".formatted(first, apart)));
        }
        return new Places(
                "const int x = %s;\nconst int at = %s;\n".formatted(first, place("x")), "at + " + place("u*" + apart));
    }

    /** Whether gaps before a butterfly's first value, and between that and another one, add up to those before the other. */
    private boolean gapsAreApart(int radix, IntUnaryOperator first, int apart) {
        int pad = tile.pad();
        return pad == 0
                || IntStream.range(0, pass.n() / radix).map(first).allMatch(x -> IntStream.range(0, radix)
                        .allMatch(u -> (x + u * apart) / pad == x / pad + u * apart / pad));
    }
}
