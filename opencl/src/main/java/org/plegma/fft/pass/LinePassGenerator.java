package org.plegma.fft.pass;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;

/**
 * Writes the kernel of a {@link LinePass} for GPUs: a work-group transforms a few lines by Stockham's self-sorting
 * algorithm. The values wait in registers; local memory only carries them from one stage to the next.
 *
 * <p>A stage with radix R after stages with product s takes butterfly {@code j} from the places {@code j + u·n/R} and puts
 * its results to {@code (j/s)·s·R + j%s + u·s}. Inverse transforms are forward ones with real and imaginary parts
 * exchanged.
 */
final class LinePassGenerator {
    /** The most factors of a butterfly of up to 16 values that are read, others being products. */
    private static final int FACTORS_READ = 4;

    private final LinePass pass;
    private final LineTile tile;
    private final LineAccess access;
    private final LineMemory memory;
    private final Mirrors mirrors;
    private final StringBuilder out = new StringBuilder();
    private boolean exchanged;
    private boolean fenced;
    private int factors;

    /** The arrays of the parts, exchanged for an inverse transform. */
    private String re;

    private String im;

    LinePassGenerator(LinePass pass, LineTile tile) {
        this.pass = pass;
        this.tile = tile;
        this.re = pass.inverse() ? "i" : "r";
        this.im = pass.inverse() ? "r" : "i";
        this.access = new LineAccess(pass, re, im, tile.staged());
        this.memory = new LineMemory(pass, tile);
        this.mirrors = new Mirrors(pass, tile);
    }

    /** The kernel of this name; its arguments are input, output, factors of the middle, those between stages, and turns. */
    String kernel(String name) {
        head(name);
        LineStaging staging = new LineStaging(pass, tile);
        if (tile.staged()) {
            out.append(staging.copyIn());
        }
        statements();
        if (tile.staged()) {
            out.append(staging.copyOut());
        }
        line("}");
        return out.toString();
    }

    /**
     * The statements alone, for work-item {@code t} of line {@code l}, which is the group's line {@code w}. The kernel has the arguments
     * by their names, and {@code exchange} in local memory.
     */
    String lines() {
        starts();
        out.append(memory.pointers());
        line("    REAL r[%s], i[%1$s];".formatted(registers()));
        statements();
        return out.toString();
    }

    private void statements() {
        List<Stage> there = stages(tile.radices());
        Stage first = there.get(0);
        if (first.mirrored()) {
            out.append(mirrors.readEdge(first.radix()));
        }
        boolean alone = tile.hasMirrors(pass);
        boolean joins = first.mirrored() || alone && pass.load() == Load.HALF_OF_PAIRS;
        each(first, place(first) + (joins ? access.loadComplex() : access.load()));
        if (joins) {
            out.append(mirrors.meet(first.radix(), "join", access.joinZero()));
        }
        if (tile.staged() && LineStaging.overlaps(pass)) {
            barrier();
        }
        if (pass.turn() == Turn.BEFORE) {
            each(first, place(first) + asPart().one());
        }
        Layout middle = pass.by();
        String by = "by[of + x*%sL]".formatted(middle == null ? 0 : middle.stride());
        Stage end = there.get(there.size() - 1);
        if (tile.early() && end.mirrored()) {
            out.append(mirrors.readEdge(end.radix()));
        } else if (tile.early()) {
            line("    REAL2 early[%s];".formatted(registers()));
            each(end, place(end) + "early[v] = " + by + ";\n");
        }
        Stage last = transform(tile.radices());
        if (pass.hasMiddle()) {
            String turn = "turn(%s + v, %s + v, %s);\n".formatted(re, im, tile.early() ? "early[v]" : by);
            each(last, tile.early() ? turn : place(last) + turn);
            swap();
            last = transform(tile.back());
            swap();
        }
        boolean turned = pass.turn() == Turn.AFTER;
        if (turned && !tile.sparing()) {
            eachButterfly(last, asPart().butterfly(last.radix()));
        }
        if (pass.store() != Store.HALF_OF_PAIRS) {
            each(last, place(last) + (turned && tile.sparing() ? asPart().one() : "") + access.store());
        } else if (last.mirrored() || alone) {
            if (last.mirrored() && !tile.early()) {
                out.append(mirrors.readEdge(last.radix()));
            }
            out.append(mirrors.meet(last.radix(), "split", access.splitZero()));
            each(last, place(last) + access.storeSplit());
        } else {
            pairs(last);
        }
    }

    /** @param mirrored whether a work-item's second butterfly mirrors its first */
    private record Stage(int radix, boolean mirrored) {}

    private List<Stage> stages(List<Integer> radices) {
        int edge = !tile.mirrored() ? -1 : pass.load() == Load.HALF_OF_PAIRS ? 0 : radices.size() - 1;
        return IntStream.range(0, radices.size())
                .mapToObj(i -> new Stage(radices.get(i), i == edge))
                .toList();
    }

    private void swap() {
        String r = re;
        re = im;
        im = r;
    }

    private void head(String name) {
        boolean columns = tile.columns();
        line("kernel __attribute__((reqd_work_group_size(%s, %s, 1)))"
                .formatted(columns ? tile.lines() : tile.items(), columns ? tile.items() : tile.lines()));
        String by = pass.hasMiddle() ? " global const REAL2 *by," : "";
        line("void " + name
                + "(global const %s *in, global %s *out,"
                        .formatted(
                                pass.in().byAddress() ? "ulong" : "REAL",
                                pass.out().byAddress() ? "const ulong" : "REAL")
                + by);
        String chirp = pass.isChirped() ? ", global const REAL2 *chirp" : "";
        line("        global const REAL2 *factors, global const REAL2 *turns" + chirp + ") {");
        line("    const int t = get_local_id(%s), w = get_local_id(%s);".formatted(columns ? 1 : 0, columns ? 0 : 1));
        line("    const long l = %s*%sL + w;".formatted(access.group(tile.lines()), tile.lines()));
        starts();
        if (tile.exchanges(pass)) {
            out.append(memory.array()).append(memory.pointers());
        }
        if (tile.tall()) {
            out.append(access.prefetch(tile.lines()));
        }
        line("    REAL r[%s], i[%1$s];".formatted(registers()));
    }

    /** Where the line begins. */
    private void starts() {
        String kept =
                pass.kept() == 0 ? "" : " && l %% %sL < %sL".formatted(pass.in().split(), pass.kept());
        line("    const bool on = %s;".formatted(tile.tall() ? "true" : "l < " + pass.lines() + "L" + kept));
        line("    const long c = l %% %sL;".formatted(pass.inner()));
        out.append(access.start(pass.in(), "from", "in"));
        out.append(access.start(pass.out(), "to", "out"));
        Layout middle = pass.by();
        if (middle != null) {
            line("    const long of = on ? %s : 0;".formatted(access.start(middle)));
        }
    }

    private int registers() {
        return tile.radices().stream()
                .mapToInt(radix -> rounds(radix) * radix)
                .max()
                .orElse(1);
    }

    /** Rounds in which the work-items of a line do the butterflies of a stage. */
    private int rounds(int radix) {
        return (pass.n() / radix + tile.items() - 1) / tile.items();
    }

    /** A statement for each butterfly {@code j}; {@code q} is its round. */
    private void eachButterfly(Stage stage, String statements) {
        int radix = stage.radix();
        int butterflies = pass.n() / radix;
        boolean guarded = butterflies % tile.items() != 0;
        line("    #pragma unroll");
        line("    for (int q = 0; q < %s; q++) {".formatted(rounds(radix)));
        if (stage.mirrored()) {
            line("        const int j = q == 0 ? t : t == 0 ? %s : %s - t;".formatted(butterflies / 2, butterflies));
        } else {
            line("        const int j = t + q*%s;".formatted(tile.items()));
        }
        if (guarded) {
            line("        if (j < %s) {".formatted(butterflies));
        }
        out.append(statements.indent(guarded ? 12 : 8));
        line(guarded ? "        }\n    }" : "    }");
    }

    /** Statements for each value {@code u} of each butterfly {@code j}; {@code v} is its register. */
    private void each(Stage stage, String statements) {
        each(stage, "", statements);
    }

    /** @param before a statement for each butterfly */
    private void each(Stage stage, String before, String statements) {
        eachButterfly(
                stage,
                before
                        + """
                #pragma unroll
                for (int u = 0; u < %s; u++) {
                    const int v = q*%1$s + u;
                %s}
                """
                                .formatted(stage.radix(), statements.indent(4)));
    }

    /** Where the values of a first stage, and the results of a last one, are in the line. */
    private String place(Stage stage) {
        int apart = pass.n() / stage.radix();
        return "const int x = j + u*%s;\n".formatted(apart) + access.within(apart);
    }

    /** All stages of a transform, the values of the first and the results of the last in registers; returns the last. */
    private Stage transform(List<Integer> radices) {
        List<Stage> all = stages(radices);
        int product = 1;
        for (int s = 0; s < all.size(); s++) {
            Stage stage = all.get(s);
            int radix = stage.radix();
            line("    // Radix %s after %s.".formatted(radix, product));
            if (s > 0) {
                int before = product;
                exchange(all.get(s - 1), product / all.get(s - 1).radix(), stage, () -> readFactors(stage, before));
                eachButterfly(stage, factors(radix, product));
                factors += product * (radix - 1);
            }
            if (radix > 1) {
                eachButterfly(stage, "dft%s(%s + q*%1$s, %s + q*%1$s);\n".formatted(radix, re, im));
            }
            product *= radix;
        }
        return all.get(all.size() - 1);
    }

    /**
     * The first one stands between what the group reads and what it writes: a pass that may run in place needs it for global
     * memory too, as other work-items write where this one has read.
     */
    private void barrier() {
        boolean inPlace = !fenced && pass.in().equals(pass.out());
        line("    barrier(CLK_LOCAL_MEM_FENCE%s);".formatted(inPlace ? " | CLK_GLOBAL_MEM_FENCE" : ""));
        fenced = true;
    }

    /** Before local memory is written: what was there must have been read. */
    private void barrierIfUsed() {
        if (exchanged) {
            barrier();
        }
        exchanged = true;
    }

    /**
     * Carries the results of a stage to the work-items that need them in the next.
     *
     * @param meanwhile what is done while local memory has all values
     */
    private void exchange(Stage done, int product, Stage next, Runnable meanwhile) {
        int radix = done.radix();
        String first = product == 1 ? "j*" + radix : "j/%s*%s + j%%%1$s".formatted(product, product * radix);
        LineMemory.Places put = memory.places(radix, first, j -> j / product * product * radix + j % product, product);
        LineMemory.Places take = memory.places(next.radix(), "j", j -> j, pass.n() / next.radix());
        barrierIfUsed();
        if (tile.tall()) {
            each(done, put.before(), "mine[%s] = (REAL2)(r[v], i[v]);\n".formatted(put.at()));
            meanwhile.run();
            barrier();
            each(next, take.before(), "const REAL2 z = mine[%s];\nr[v] = z.x;\ni[v] = z.y;\n".formatted(take.at()));
        } else if (tile.split()) {
            for (String part : List.of("r", "i")) {
                each(done, put.before(), "mine[%s] = %s[v];\n".formatted(put.at(), part));
                barrier();
                each(next, take.before(), "%s[v] = mine[%s];\n".formatted(part, take.at()));
                if ("r".equals(part)) {
                    barrier();
                }
            }
        } else {
            each(done, put.before(), "mine[%s] = r[v];\nmine_i[%1$s] = i[v];\n".formatted(put.at()));
            barrier();
            each(next, take.before(), "r[v] = mine[%s];\ni[v] = mine_i[%1$s];\n".formatted(take.at()));
        }
    }

    private String factors(int radix, int product) {
        int begin = factors;
        String k = tile.tall() ? "" : "const int k = j %% %s;\n".formatted(product);
        IntFunction<String> read =
                tile.tall() ? this::held : u -> "factors[%s + k]".formatted(begin + (u - 1) * product);
        return k + StageFactors.turn(radix, read, re + " + q*" + radix, im + " + q*" + radix);
    }

    /** Where the factor of a power of two waits until its values have come. */
    private String held(int u) {
        return "held%s[q*%s + %s]".formatted(factors, FACTORS_READ, Integer.numberOfTrailingZeros(u));
    }

    /** Reads the factors of a stage, for which there are registers while local memory has the values. */
    private void readFactors(Stage stage, int product) {
        line("    REAL2 held%s[%s];".formatted(factors, rounds(stage.radix()) * FACTORS_READ));
        StringBuilder text = new StringBuilder("const int k = j %% %s;\n".formatted(product));
        for (int u = 1; u < stage.radix(); u *= 2) {
            text.append("%s = factors[%s + k];\n".formatted(held(u), factors + (u - 1) * product));
        }
        eachButterfly(stage, text.toString());
    }

    private PartTurns asPart() {
        return new PartTurns(pass, re, im);
    }

    /** From the transform of pairs of reals to the spectrum of the reals: each value needs the one that mirrors it. */
    private void pairs(Stage stage) {
        int n = pass.n();
        String place = place(stage);
        String mirrored = place + "const int y = x == 0 ? 0 : %s - x;\n".formatted(n);
        line("    REAL p[%s];".formatted(registers()));
        barrierIfUsed();
        if (tile.split()) {
            each(stage, place + "mine[%s] = r[v];\n".formatted(memory.place("x")));
            barrier();
            each(stage, mirrored + "p[v] = mine[%s];\n".formatted(memory.place("y")));
            barrier();
            each(stage, place + "mine[%s] = i[v];\n".formatted(memory.place("x")));
            barrier();
        } else {
            each(stage, place + "mine[%s] = r[v];\nmine_i[%1$s] = i[v];\n".formatted(memory.place("x")));
            barrier();
            each(stage, mirrored + "p[v] = mine[%s];\n".formatted(memory.place("y")));
        }
        String imaginary = tile.split() ? "mine" : "mine_i";
        each(
                stage,
                mirrored + "const REAL g = %s[%s];\n".formatted(imaginary, memory.place("y")) + access.storeOfPairs());
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
