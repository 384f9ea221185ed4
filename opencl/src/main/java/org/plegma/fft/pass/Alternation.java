package org.plegma.fft.pass;

import java.util.Locale;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;

/**
 * Writes one kernel for two passes, the second of which reads what the first has written. A launch does the first pass of one chunk of the
 * lines and the second pass of another; groups of both alternate. So what a link limits and what memory limits happens at the same time.
 *
 * @param inner lines side by side to a block, as along an axis; a chunk has some blocks, or some of the lines of the one block
 * @param chunks in which both passes are cut
 */
record Alternation(LinePass first, LinePass second, long inner, int chunks, LineTile firstTile, LineTile secondTile) {
    /** The kernel's arguments: three arrays, factors and turns of both passes, and which groups of each pass a launch has. */
    private static final String HEAD =
            """
            kernel __attribute__((reqd_work_group_size(%1$s, 1, 1)))
            void %2$s(global const %3$s *first_in, global REAL *between, global %4$s *second_out,
                    global const REAL2 *first_factors, global const REAL2 *first_turns,
                    global const REAL2 *second_factors, global const REAL2 *second_turns,
                    const uint from_first, const uint firsts, const uint from_second, const uint seconds) {
                local REAL exchange[%5$s];
                const ulong number = get_group_id(0);
                const uint before = number*firsts/(firsts + seconds);
                if ((number + 1)*firsts/(firsts + seconds) > before) {
                    global const %3$s *in = first_in;
                    global REAL *out = between;
                    global const REAL2 *factors = first_factors, *turns = first_turns;
                    const long group = from_first + before;
            %6$s    } else {
                    global const REAL *in = between;
                    global %4$s *out = second_out;
                    global const REAL2 *factors = second_factors, *turns = second_turns;
                    const long group = from_second + (uint)number - before;
            %7$s    }
            }
            """;

    /**
     * Two passes in chunks.
     *
     * @param most chunks that are wished for; there may be fewer
     * @return nothing if groups of these passes cannot be together, or if there is one chunk
     */
    static Optional<Alternation> of(
            LinePass first, LinePass second, long inner, int most, ElementType type, PassLimits limits) {
        LineTile one = LineTile.of(first, type, limits);
        LineTile two = LineTile.of(second, type, limits);
        Alternation alternation = new Alternation(first, second, inner, 1, one, two);
        if (!isPlain(first, one, limits) || !isPlain(second, two, limits) || items(one) != items(two)) {
            return Optional.empty();
        }
        int chunks = most;
        while (chunks > 1 && !alternation.takes(chunks)) {
            chunks--;
        }
        return chunks < 2 ? Optional.empty() : Optional.of(new Alternation(first, second, inner, chunks, one, two));
    }

    private static boolean isPlain(LinePass pass, LineTile tile, PassLimits limits) {
        return pass.load() == Load.COMPLEX
                && pass.store() == Store.COMPLEX
                && !pass.hasMiddle()
                && !tile.tall()
                && tile.exchanges(pass)
                && !FullLine.takes(pass, limits);
    }

    private static int items(LineTile tile) {
        return tile.items() * tile.lines();
    }

    /** Whether so many chunks are of one size, in whole groups of both passes. */
    private boolean takes(int count) {
        return blocks() > 1
                ? blocks() % count == 0
                        && first.lines() / count % firstTile.lines() == 0
                        && second.lines() / count % secondTile.lines() == 0
                : inner % count == 0
                        && inner / count % firstTile.lines() == 0
                        && inner / count % secondTile.lines() == 0;
    }

    private long blocks() {
        return first.lines() / first.inner();
    }

    /** Work-items of a group. */
    int items() {
        return items(firstTile);
    }

    /** Groups of the first pass to a chunk. */
    int firsts() {
        return groups(first, firstTile);
    }

    /** Groups of the second pass to a chunk. */
    int seconds() {
        return groups(second, secondTile);
    }

    private int groups(LinePass pass, LineTile tile) {
        return Math.toIntExact(pass.lines() / chunks / tile.lines());
    }

    String kernel(String name) {
        int values = Math.max(new LineMemory(first, firstTile).values(), new LineMemory(second, secondTile).values());
        return String.format(
                Locale.ROOT,
                HEAD,
                items(),
                name,
                first.in().byAddress() ? "ulong" : "REAL",
                second.out().byAddress() ? "const ulong" : "REAL",
                values,
                branch(first, firstTile).indent(4),
                branch(second, secondTile).indent(4));
    }

    private String branch(LinePass pass, LineTile tile) {
        String t = tile.columns()
                ? "get_local_id(0)/%s".formatted(tile.lines())
                : "get_local_id(0)%%%s".formatted(tile.items());
        String w = tile.columns()
                ? "get_local_id(0)%%%s".formatted(tile.lines())
                : "get_local_id(0)/%s".formatted(tile.items());
        return "    const int t = %s, w = %s;\n    const long l = %s + w;\n".formatted(t, w, line(pass, tile))
                + new LinePassGenerator(pass, tile).lines();
    }

    /** The first line of a group; in a chunk of one block lines that are not neighbours lie {@code inner} apart. */
    private String line(LinePass pass, LineTile tile) {
        if (blocks() > 1) {
            return "group*%sL".formatted(tile.lines());
        }
        long width = inner / chunks;
        long across = width / tile.lines();
        long groups = groups(pass, tile);
        return "group%%%sL/%sL*%sL + group/%1$sL*%sL + group%%%2$sL*%s"
                .formatted(groups, across, inner, width, tile.lines());
    }
}
