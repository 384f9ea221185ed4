package org.plegma.fft.pass;

/** Writes how values of a line of pairs meet those that mirror them, where a work-item has both. */
final class Mirrors {
    private final LinePass pass;
    private final LineTile tile;

    Mirrors(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
    }

    /** What the values of two mirrored butterflies are turned by, those of work-item 0 in the order of its pairs. */
    String readEdge(int radix) {
        int apart = pass.n() / radix;
        return """
                    REAL2 edge[%s];
                    #pragma unroll
                    for (int u = 0; u < %1$s; u++) {
                        edge[u] = turns[t > 0 ? t + u*%s : u < %s ? (u + 1)*%2$s : %s + (u - %3$s)*%2$s];
                    }
                """
                .formatted(radix, apart, radix / 2, apart / 2);
    }

    /**
     * Joins or splits values.
     *
     * @param zero statements for value 0, which meets value n
     */
    String meet(int radix, String what, String zero) {
        return tile.hasMirrors(pass) ? ofLine(radix, what, zero) : ofButterflies(radix, what, zero);
    }

    private static String ofLine(int n, String what, String zero) {
        return """
                    {
                %s    }
                    #pragma unroll
                    for (int u = 1; u <= %s; u++) {
                        %s(r + u, i + u, r + %s - u, i + %4$s - u, turns[u]);
                    }
                """
                .formatted(zero.indent(8), n / 2, what, n);
    }

    /** Those of work-item 0 are each their own mirror image. */
    private static String ofButterflies(int radix, String what, String zero) {
        return """
                    if (t == 0) {
                %s        #pragma unroll
                        for (int u = 1; u <= %s; u++) {
                            %s(r + u, i + u, r + %s - u, i + %4$s - u, edge[u - 1]);
                        }
                        #pragma unroll
                        for (int u = 0; u < %s; u++) {
                            %3$s(r + %4$s + u, i + %4$s + u, r + %s - u, i + %6$s - u, edge[%2$s + u]);
                        }
                    } else {
                        #pragma unroll
                        for (int u = 0; u < %4$s; u++) {
                            %3$s(r + u, i + u, r + %6$s - u, i + %6$s - u, edge[u]);
                        }
                    }
                """
                .formatted(zero.indent(8), radix / 2, what, radix, (radix + 1) / 2, 2 * radix - 1);
    }
}
