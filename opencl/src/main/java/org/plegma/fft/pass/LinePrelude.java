package org.plegma.fft.pass;

import java.util.Collection;
import java.util.TreeSet;
import org.plegma.array.ElementType;
import org.plegma.fft.arithmetic.Butterfly;

/** Writes what the kernels of {@link LinePassGenerator} share. */
final class LinePrelude {
    private static final String TIMES =
            """
            inline REAL2 times(const REAL2 a, const REAL2 b) {
                return (REAL2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x);
            }

            """;

    private LinePrelude() {}

    /** The types, and what {@link StageFactors} calls. */
    static String products(ElementType type) {
        return turn(type) + TIMES;
    }

    private static String turn(ElementType type) {
        return """
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
                .formatted(type.openclName());
    }

    /** What all kernels of a program share: types, and the short transforms that the passes need. */
    static String of(Collection<LineTile> tiles, ElementType type) {
        String halves =
                """
                // From the transform of pairs of reals, a at k and b at n-k, to twice the spectrum of the reals; z is exp(-πi·k/n).
                inline void split(REAL *ar, REAL *ai, REAL *br, REAL *bi, const REAL2 z) {
                    const REAL sr = *ar + *br, si = *ai - *bi, dr = *ar - *br, di = *ai + *bi;
                    const REAL p = di*z.x + dr*z.y, q = di*z.y - dr*z.x;
                    *ar = sr + p;
                    *ai = q + si;
                    *br = sr - p;
                    *bi = q - si;
                }

                // From the spectrum of reals, a at k and b at n-k, to twice the transform of their pairs.
                inline void join(REAL *ar, REAL *ai, REAL *br, REAL *bi, const REAL2 z) {
                    const REAL sr = *ar + *br, si = *ai - *bi, dr = *ar - *br, di = *ai + *bi;
                    const REAL p = di*z.x - dr*z.y, q = dr*z.x + di*z.y;
                    *ar = sr - p;
                    *ai = q + si;
                    *br = sr + p;
                    *bi = q - si;
                }

                """;
        StringBuilder text = new StringBuilder(turn(type) + halves + TIMES);
        TreeSet<Integer> needed = new TreeSet<>();
        tiles.forEach(tile -> needed.addAll(tile.radices()));
        needed.remove(1);
        needed.forEach(radix -> text.append(Butterfly.function(radix, type)).append('\n'));
        return text.toString();
    }
}
