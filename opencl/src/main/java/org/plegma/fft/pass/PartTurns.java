package org.plegma.fft.pass;

import org.plegma.fft.arithmetic.Turns;

/** Writes how the values of a part of a longer transform are turned. */
final class PartTurns {
    private final LinePass pass;
    private final String re;
    private final String im;
    private final int low;

    /** @param re the array of what a forward transform takes for the real parts */
    PartTurns(LinePass pass, String re, String im) {
        this.pass = pass;
        this.re = re;
        this.im = im;
        this.low = Turns.low(pass.length());
    }

    /** Value {@code v} at the place {@code x}. */
    String one() {
        return """
                const int a = x*(int)(c / %sL);
                turn(%s + v, %s + v, turns[a %% %s]);
                turn(%2$s + v, %3$s + v, turns[%4$s + a / %4$s]);
                """
                .formatted(pass.sharing(), re, im, low);
    }

    /**
     * All results of a butterfly: by the root of the first one, and by powers of that for those that are as far apart. Lanes find roots in
     * many places, so few are read.
     */
    String butterfly(int radix) {
        int apart = pass.n() / radix;
        String first =
                """
                const int part = (int)(c / %sL), first = j*part;
                const REAL2 begin = %s;
                #pragma unroll
                for (int u = 0; u < %s; u++) {
                    turn(%s + q*%3$s + u, %s + q*%3$s + u, begin);
                }
                """
                        .formatted(pass.sharing(), root("first"), radix, re, im);
        return first
                + StageFactors.turn(
                        radix, u -> root("(" + u * apart + "*part)"), re + " + q*" + radix, im + " + q*" + radix);
    }

    private String root(String a) {
        return "times(turns[%1$s %% %2$s], turns[%2$s + %1$s / %2$s])".formatted(a, low);
    }
}
