package org.plegma.stencil.code;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The planes that a step computes of a grid which has a neighbour's planes at one end or both, and those of them that it also writes into
 * the neighbours' memory. So what a neighbour needs is under way while the other planes are computed.
 *
 * @param below planes of the neighbour below, before the first one that is computed; as many of those from there on are sent to it
 * @param planes that are computed
 * @param above planes of the neighbour above, after the last one that is computed; as many of those up to there are sent to it
 * @param cells of a plane
 * @param takes whether the neighbours' planes are read where the neighbours write them, instead of in the grid
 */
public record SlabPart(int below, int planes, int above, long cells, boolean takes) implements PlanePart {
    public SlabPart(int below, int planes, int above, long cells) {
        this(below, planes, above, cells, false);
    }

    public SlabPart {
        if (below < 0 || above < 0 || planes < Math.max(1, Math.max(below, above)) || cells < 1) {
            throw new IllegalArgumentException("Not a part of a slab: " + planes + " planes of " + cells
                    + " cells between " + below + " and " + above + ".");
        }
    }

    /** The same, but for where the neighbours' planes are read. */
    public SlabPart taking() {
        return new SlabPart(below, planes, above, cells, true);
    }

    /** Where the neighbours' memory is, and the place in it of what is sent; the same of what is taken. */
    @Override
    public List<String> parameters(String type) {
        List<String> all = new ArrayList<>();
        if (below > 0) {
            all.add("global " + type + " *to_below");
        }
        if (above > 0) {
            all.add("global " + type + " *to_above");
        }
        all.add("const long sent");
        if (takes && below > 0) {
            all.addAll(List.of("global const " + type + " *from_below", "const long taken_below"));
        }
        if (takes && above > 0) {
            all.addAll(List.of("global const " + type + " *from_above", "const long taken_above"));
        }
        return all;
    }

    /**
     * Where a plane of a field lies, such that it has the place that it would have in the grid.
     *
     * @param plane its number, as an expression
     * @param grid where all others lie
     */
    public String source(String plane, String grid) {
        String source = grid;
        if (takes && above > 0) {
            long first = below + planes;
            source = "%s >= %s ? from_above + (taken_above - %sL) : %s".formatted(plane, first, first * cells, source);
        }
        if (takes && below > 0) {
            source = "%s < %s ? from_below + taken_below : %s".formatted(plane, below, source);
        }
        return source;
    }

    /** Chunks at cuts come first, so that what they send crosses the link while others are computed. */
    @Override
    public String begin(String chunk, int length) {
        int last = (planes - 1) / length;
        int second = below > 0 ? 1 : 0;
        String place = above == 0 || last <= second
                ? chunk
                : "(%1$s > %2$s || %1$s < %3$s ? %1$s : %1$s == %3$s ? %2$s : %1$s - 1)".formatted(chunk, last, second);
        return below + " + " + place + PlanePart.times(length);
    }

    /**
     * By an argument of the kernel, as for a whole grid: with a number the compiler knows how many planes a chunk has, and unrolls the
     * loop over them in another way, which was slower.
     */
    @Override
    public String end() {
        return "n0" + (above > 0 ? " - " + above : "");
    }

    private int firstSentAbove() {
        return below + planes - above;
    }

    @Override
    public String send(Function<Copy, String> values) {
        StringBuilder out = new StringBuilder();
        if (below > 0) {
            out.append(send("to_below", "i0 < " + 2 * below, below, below, values));
        }
        if (above > 0) {
            out.append(send("to_above", "i0 >= " + firstSentAbove(), above, firstSentAbove(), values));
        }
        return out.toString();
    }

    private String send(String to, String when, int count, int first, Function<Copy, String> values) {
        return "if (%s) {\n%s}\n"
                .formatted(
                        when,
                        values.apply((type, field, at, value) -> "*(global %s *)(%s + (sent + %s + %sL)) = %s;\n"
                                        .formatted(type, to, at, ((long) field * count - first) * cells, value))
                                .indent(4));
    }
}
