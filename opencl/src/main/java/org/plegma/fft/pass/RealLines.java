package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;

/**
 * Writes the kernel of a pass between lines of an odd number of reals and their spectra. What a stage makes of reals is the spectrum of reals
 * too, whose second half mirrors the first: so half of the butterflies and half of the local memory are enough.
 *
 * <p>Forward a stage with radix R after stages with product s makes, of R spectra of s reals, one of s·R. Of each of them it reads place
 * {@code k} up to s/2 as {@code LinePassGenerator} does, and results beyond s·R/2 are the mirror images of others. The way back takes the
 * same steps the other way round, the last stage first, and turns values after a butterfly.
 */
final class RealLines {
    /** The largest radix where registers are many. */
    private static final int MOST_VALUES = 27;
    /** Values of a work-item beyond which each costs a little more. */
    private static final int ROOMY = 14;

    private static final double CROWDED = 0.02;
    /** Shorter lines are better in two stages. */
    private static final int FEW_VALUES = 200;
    /** Fewer work-items to a line, there and back, copy lines as a whole, if they need several rounds for the reals. */
    private static final int FEW_ITEMS = 6;

    private static final int FEW_ITEMS_BACK = 10;
    /** Work-items of a group: with copies, with fewer than half a warp to a line, and with more. */
    private static final int STAGED_ITEMS = 160;

    private static final int SHARED_ITEMS = 64;
    private static final int WISHED_ITEMS = 112;
    private static final int FEW_ITEMS_OF_WARP = 16;

    private final LinePass pass;
    private final LineTile tile;
    private final LineAccess access;
    private final boolean back;
    private final String re;
    private final String im;
    private final StringBuilder out = new StringBuilder();

    RealLines(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
        this.back = pass.inverse();
        this.re = back ? "i" : "r";
        this.im = back ? "r" : "i";
        this.access = new LineAccess(pass, re, im, tile.staged());
    }

    /** Whether this class writes the kernel of a pass. */
    static boolean takes(LinePass pass, ElementType type, PassLimits limits) {
        return isBetweenReals(pass)
                && pass.n() > Math.max(limits.largestRadix(), Radices.largestPrime(pass.n()))
                && !ShortLines.takes(pass, limits)
                && fits(pass.n(), radices(pass, type, limits), type, limits);
    }

    private static boolean isBetweenReals(LinePass pass) {
        boolean there = pass.load() == Load.REAL && pass.store() == Store.HALF && !pass.inverse();
        boolean back = pass.load() == Load.HALF && pass.store() == Store.REAL && pass.inverse();
        return pass.n() % 2 == 1
                && (there || back)
                && pass.inner() == 1
                && pass.in().span() == 0
                && pass.out().span() == 0;
    }

    private static boolean fits(int n, List<Integer> radices, ElementType type, PassLimits limits) {
        return !radices.isEmpty()
                && n <= limits.longest()
                && items(radices) <= limits.items()
                && 2L * places(radices) * type.bytes() <= limits.localBytes();
    }

    static LineTile tile(LinePass pass, ElementType type, PassLimits limits) {
        List<Integer> radices = radices(pass, type, limits);
        int items = items(radices);
        int least = pass.inverse() ? FEW_ITEMS_BACK : FEW_ITEMS;
        boolean staged = items < least && rounds(radices, 0) > 1 && LineStaging.takes(pass);
        int wished = staged ? STAGED_ITEMS : items < FEW_ITEMS_OF_WARP ? SHARED_ITEMS : WISHED_ITEMS;
        long bytes = (2L * places(radices) + (staged ? pass.n() + 2 : 0)) * type.bytes();
        long lines = Math.min(Math.min(wished, limits.items()) / items, limits.localBytes() / bytes);
        int most = (int) Math.min(Long.highestOneBit(Math.max(1, lines)), pass.lines());
        return new LineTile(radices, items, most, false, false, false, false, false, false, 0, staged);
    }

    /** Of all stages, one more than is needed too, those with the least work and few values to a work-item; none if two would be too slow. */
    private static List<Integer> radices(LinePass pass, ElementType type, PassLimits limits) {
        int n = pass.n();
        int most = Math.max(limits.isWide() ? MOST_VALUES : limits.largestRadix(), Radices.largestPrime(n));
        return IntStream.rangeClosed(2, Math.min(most, n / 2))
                .filter(radix -> n % radix == 0)
                .boxed()
                .flatMap(radix -> Radices.fewest(n / radix, most).stream().map(rest -> with(radix, rest)))
                .flatMap(radices ->
                        radices.size() == 2 ? Stream.of(radices) : Stream.of(radices, LineStages.reversed(radices)))
                .filter(radices -> radices.size() > 2 || areTwo(pass, radices, type, limits))
                .min(Comparator.comparingDouble((List<Integer> radices) -> cost(n, radices))
                        .thenComparing(radices -> radices.get(0), Comparator.reverseOrder()))
                .orElse(List.of());
    }

    /** The largest first. */
    private static List<Integer> with(int radix, List<Integer> rest) {
        List<Integer> all = new ArrayList<>(rest);
        all.add(radix);
        all.sort(Comparator.reverseOrder());
        return all;
    }

    /** Whether two stages are better than three: of long lines work-items are few, which write short pieces in several rounds. */
    private static boolean areTwo(LinePass pass, List<Integer> radices, ElementType type, PassLimits limits) {
        boolean small = radices.get(0) <= Math.max(limits.largestRadix(), Radices.largestPrime(pass.n()));
        boolean few = pass.n() < FEW_VALUES || rounds(radices, 0) == 1;
        return pass.inverse() ? small && few : few || type == ElementType.FLOAT;
    }

    /** Values in all stages, those of idle work-items too, for one that is there; real ones count half. */
    private static double cost(int n, List<Integer> radices) {
        double slots = 0;
        int values = 0;
        for (int s = 0; s < radices.size(); s++) {
            int held = rounds(radices, s) * radices.get(s);
            slots += (s == 0 ? 0.5 : 1) * held * items(radices);
            values = s == 0 ? 0 : Math.max(values, held);
        }
        return slots / n + CROWDED * Math.max(0, values - ROOMY);
    }

    private static int rounds(List<Integer> radices, int stage) {
        int items = items(radices);
        return (butterflies(radices, stage) + items - 1) / items;
    }

    /** Work-items for as many butterflies as the stages have at most, but for the one between reals, whose values are half as large. */
    private static int items(List<Integer> radices) {
        return IntStream.range(1, radices.size())
                .map(s -> butterflies(radices, s))
                .max()
                .orElse(1);
    }

    /** Butterflies of a stage. */
    private static int butterflies(List<Integer> radices, int stage) {
        int after = radices.stream().skip(stage + 1L).reduce(1, (a, b) -> a * b);
        return after * kept(product(radices, stage));
    }

    private static int product(List<Integer> radices, int stages) {
        return radices.stream().limit(stages).reduce(1, (a, b) -> a * b);
    }

    /** Values of a spectrum of so many reals that do not mirror others. */
    private static int kept(int reals) {
        return reals / 2 + 1;
    }

    /** From one spectrum in local memory to the next: an odd number, so that equal places meet in all banks. */
    private static int pitch(int reals) {
        return kept(reals) | 1;
    }

    /** Complex values of a line in local memory. */
    private static int places(List<Integer> radices) {
        int n = product(radices, radices.size());
        return IntStream.range(1, radices.size())
                .map(s -> product(radices, s))
                .map(s -> n / s * pitch(s))
                .max()
                .orElse(1);
    }

    /** The kernel of this name; its arguments are input, output, factors between stages, and turns, which it does not read. */
    String kernel(String name) {
        line("kernel __attribute__((reqd_work_group_size(%s, %s, 1)))".formatted(tile.items(), tile.lines()));
        line(
                "void %s(global const REAL *in, global REAL *out, global const REAL2 *factors, global const REAL2 *turns) {"
                        .formatted(name));
        line("    const int t = get_local_id(0), w = get_local_id(1);");
        line("    const long l = get_group_id(0)*%sL + w;".formatted(tile.lines()));
        line("    const bool on = l < %sL;".formatted(pass.lines()));
        line("    const long c = 0;");
        out.append(access.start(pass.in(), "from", "in"));
        out.append(access.start(pass.out(), "to", "out"));
        int places = places(tile.radices());
        line("    local REAL exchange[%s];".formatted(2 * places * tile.lines()));
        line("    local REAL *mine = exchange + w*%s, *mine_i = mine + %s;".formatted(places, places * tile.lines()));
        int stages = tile.radices().size();
        int most = IntStream.range(0, stages)
                .map(s -> rounds(tile.radices(), s) * tile.radices().get(s))
                .max()
                .orElse(1);
        line("    REAL r[%s], i[%1$s];".formatted(most));
        LineStaging staging = new LineStaging(pass, tile);
        if (tile.staged()) {
            out.append(staging.copyIn());
        }
        for (int done = 0; done < stages; done++) {
            stage(back ? stages - 1 - done : done, done == 0, done == stages - 1);
        }
        if (tile.staged()) {
            out.append(staging.copyOut());
        }
        line("}");
        return out.toString();
    }

    private void stage(int stage, boolean first, boolean last) {
        int radix = tile.radices().get(stage);
        int product = product(tile.radices(), stage);
        line("    // Radix %s after %s.".formatted(radix, product));
        each(stage, first ? place(stage, back) + access.load() : take(stage));
        String dft = "dft%s(%s + q*%1$s, %s + q*%1$s);\n".formatted(radix, re, im);
        String turn = product == 1 ? "" : factors(stage);
        eachButterfly(stage, back ? dft + turn : turn + dft);
        if (last) {
            each(stage, place(stage, !back) + (back ? access.store() : access.storeMirrored(radix / 2)));
            return;
        }
        if (!first) {
            barrier();
        }
        each(stage, put(stage));
        barrier();
    }

    private void barrier() {
        line("    barrier(CLK_LOCAL_MEM_FENCE);");
    }

    /** The place in a line: of reals, or of the spectrum. */
    private String place(int stage, boolean spectrum) {
        return "const int x = %s;\n"
                .formatted(
                        spectrum
                                ? "k + u*%s".formatted(product(tile.radices(), stage))
                                : "b + u*%s".formatted(pass.n() / tile.radices().get(stage)));
    }

    private String factors(int stage) {
        int begin = IntStream.range(1, stage)
                .map(s -> product(tile.radices(), s) * (tile.radices().get(s) - 1))
                .sum();
        int product = product(tile.radices(), stage);
        int radix = tile.radices().get(stage);
        return StageFactors.turn(
                radix,
                u -> "factors[%s + k]".formatted(begin + (u - 1) * product),
                re + " + q*" + radix,
                im + " + q*" + radix);
    }

    /** Where value {@code u} of the spectra before a stage, each of {@code s} values, is. */
    private String before(int stage) {
        int product = product(tile.radices(), stage);
        int apart = pass.n() / tile.radices().get(stage) / product;
        return "(g + u*%s)*%s + k".formatted(apart, pitch(product));
    }

    /** Where value {@code u} of the spectrum after a stage, or the one that it mirrors, is. */
    private String after(int stage) {
        int product = product(tile.radices(), stage);
        int length = product * tile.radices().get(stage);
        return "g*%s + (u > %s ? %s - k - u*%s : k + u*%4$s)"
                .formatted(pitch(length), tile.radices().get(stage) / 2, length, product);
    }

    private String take(int stage) {
        if (!back) {
            return "const int at = %s;\nr[v] = mine[at];\ni[v] = mine_i[at];\n".formatted(before(stage));
        }
        String zero = stage == 0 ? "u == 0 ? 0 : " : "";
        return "const int at = %s;\nr[v] = mine[at];\ni[v] = %su > %s ? -mine_i[at] : mine_i[at];\n"
                .formatted(after(stage), zero, tile.radices().get(stage) / 2);
    }

    private String put(int stage) {
        if (back) {
            return "const int at = %s;\nmine[at] = r[v];\nmine_i[at] = i[v];\n".formatted(before(stage));
        }
        int half = tile.radices().get(stage) / 2;
        String store = "const int at = %s;\nmine[at] = r[v];\nmine_i[at] = u > %s ? -i[v] : i[v];\n"
                .formatted(after(stage), half);
        return "if (u <= %s || k > 0) {\n%s}\n".formatted(half, store.indent(4));
    }

    /** A statement for each butterfly {@code b}: {@code g} is its group of spectra, {@code k} the place in them, {@code q} its round. */
    private void eachButterfly(int stage, String statements) {
        int butterflies = butterflies(tile.radices(), stage);
        int kept = kept(product(tile.radices(), stage));
        boolean guarded = butterflies % tile.items() != 0;
        line("    #pragma unroll");
        line("    for (int q = 0; q < %s; q++) {".formatted(rounds(tile.radices(), stage)));
        line("        const int b = t + q*%s, g = b/%s, k = b%%%2$s;".formatted(tile.items(), kept));
        if (guarded) {
            line("        if (b < %s) {".formatted(butterflies));
        }
        out.append(statements.indent(guarded ? 12 : 8));
        line(guarded ? "        }\n    }" : "    }");
    }

    private void each(int stage, String statements) {
        eachButterfly(
                stage,
                """
                #pragma unroll
                for (int u = 0; u < %s; u++) {
                    const int v = q*%1$s + u;
                %s}
                """
                        .formatted(tile.radices().get(stage), statements.indent(4)));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
