package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.Optional;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * Brings planes to local memory by copies that go on while the work-items compute, one or two planes ahead, without a register
 * for what is on its way. One barrier a plane. What lies outside the grid, and is a constant or found elsewhere, is stored by
 * the work-items at the edges.
 */
class AsyncFeed extends PlaneFeed {
    /** More planes ahead gain nothing. */
    private static final int MOST_PLANES = 3;

    private static final int BYTES_OF_A_COPY = 16;

    private static final String OUTSIDE = "bring_outside";

    protected final boolean ptx;
    private final long localBytes;
    private final boolean corners;

    /**
     * @param corners whether cells are read that lie beside the group along both of the last axes
     * @param localBytes of a group at most
     * @param ptx by NVIDIA's instructions; otherwise by plain copies, which only show that the rest is right
     */
    AsyncFeed(
            StencilInstance instance,
            DirectTile tile,
            List<String> levels,
            boolean corners,
            long localBytes,
            boolean ptx) {
        super(instance, tile, levels);
        this.corners = corners;
        this.ptx = ptx;
        this.localBytes = localBytes;
    }

    /** Whether vectors are as long as a copy must be. */
    static boolean fits(StencilInstance instance, DirectTile tile) {
        return tile.vector() * instance.type().bytes() == BYTES_OF_A_COPY;
    }

    @Override
    int planes() {
        return MOST_PLANES * bytesOfAPlane() <= localBytes ? MOST_PLANES : 2;
    }

    /** How many planes before its use a plane is copied. */
    protected int ahead() {
        return planes() - 1;
    }

    @Override
    String functions() {
        return copies() + "\n" + outside();
    }

    private String copies() {
        String real = instance.type().openclName();
        String parameters = "local %s *to, global const %s *from, const %s plane, const %3$s place"
                .formatted(cells, real, code.index());
        boolean wide = "long".equals(code.index());
        return ptx
                ? """
                // Copies the vector at a place of a plane, if that is not negative, while the work-item goes on.
                void copy_async(%s) {
                    asm volatile("{ .reg .pred p; setp.ge.s%s p, %%2, 0; @p cp.async.cg.shared.global [%%0], [%%1], 16; }"
                                 : : "r"((uint)(size_t)to), "l"(from + (plane + place)), "%s"(place) : "memory");
                }

                void end_of_plane() {
                    asm volatile("cp.async.commit_group;" : : : "memory");
                }

                // Until all but the newest planes of this work-item have come.
                void await_copies() {
                    asm volatile("cp.async.wait_group %s;" : : : "memory");
                }
                """
                        .formatted(parameters, wide ? "64" : "32", wide ? "l" : "r", onTheirWay())
                : """
                void copy_async(%s) {
                    if (place >= 0) {
                        *to = *(global const %s *)(from + (plane + place));
                    }
                }

                void end_of_plane() {
                }

                void await_copies() {
                }
                """
                        .formatted(parameters, cells);
    }

    /** Planes that may still be on their way when a work-item goes on. */
    protected int onTheirWay() {
        return planes() - 2;
    }

    /**
     * A function that stores what is not copied. Few work-items call it, so it stays a function where the compiler would
     * write it out: in the loop it cost the others a tenth.
     */
    private String outside() {
        String inside = (isConstant(0) ? "plane >= 0 && " : "") + (isConstant(1) ? "row >= 0 && " : "") + "in";
        return """
                // Stores what of a plane lies outside the grid.
                %svoid %s(local %s *to, global const %s *from, const int x0, const int y0, const int item, const int plane,
                        const int n0, const int n1, const int n2) {
                    for (int at = item; at < %s; at += %s) {
                        const int gx = %s;
                        const int row = %s;
                        const int in = gx >= 0 && gx < n2;
                        if (!(%s)) {
                            to[at] = %s;
                        }
                    }
                }

                """
                .formatted(
                        ptx ? "__attribute__((noinline)) " : "",
                        OUTSIDE,
                        cells,
                        instance.type().openclName(),
                        count(),
                        items(),
                        column("at"),
                        row("at"),
                        inside,
                        load("from", "plane", "row", "gx", "in"));
    }

    private int rounds() {
        return (count() + items() - 1) / items();
    }

    @Override
    String start() {
        StringBuilder out = new StringBuilder();
        out.append("    const int item = ty*%s + tx;\n".formatted(tile.groupX()));
        out.append(
                "    // Which vectors of a plane this work-item copies, and whether it has to store some besides.\n");
        out.append("    int outside = 0;\n");
        String wide = "long".equals(code.index()) ? "(long)" : "";
        for (int round = 0; round < rounds(); round++) {
            String at = "at" + round;
            boolean partly = (round + 1) * items() > count();
            out.append("    const int %s = item%s;\n".formatted(at, round == 0 ? "" : " + " + round * items()));
            out.append("    const int gx%s = %s;\n".formatted(round, column(at)));
            out.append("    const int row%s = %s;\n".formatted(round, row(at)));
            out.append("    const int in%s = gx%1$s >= 0 && gx%1$s < n2%s;\n"
                    .formatted(round, isConstant(1) ? " && row" + round + " >= 0" : ""));
            out.append(
                    "    outside |= %s!in%s;\n".formatted(partly ? "%s < %s && ".formatted(at, count()) : "", round));
            String copied = "in" + round + (partly ? " && %s < %s".formatted(at, count()) : "")
                    + (corners ? "" : " && " + besideOnce(at));
            out.append("    const %s place%s = %s ? %srow%2$s*n2 + gx%2$s : -1;\n"
                    .formatted(code.index(), round, copied, wide));
        }
        String low = "first - " + instance.spec().footprint().low(0);
        if (isSettled()) {
            out.append("    // From here on the places outside hold what they shall.\n");
            out.append("    const int settled = max(%s, 0) + %s;\n".formatted(low, planes()));
        }
        out.append("    for (int plane = 0; plane < %s; plane++) {\n".formatted(ahead()))
                .append(bring(low + " + plane", "plane", "outside").indent(8))
                .append("        end_of_plane();\n    }\n");
        return out.toString();
    }

    /** That a vector is not beside the group along both axes. */
    private String besideOnce(String at) {
        return "((uint)(%1$s %% %2$s - %3$s) < %4$su || (uint)(%1$s/%2$s - %5$s) < %6$su)"
                .formatted(at, width(), vectorsBefore(), tile.groupX(), rowsBefore(), tile.groupY() * tile.rows());
    }

    /** Whether what is beside the grid is the same in all planes, and so is stored once in each place of local memory. */
    private boolean isSettled() {
        return isConstant(1) && isConstant(2);
    }

    /** Has this work-item's share of a plane brought to a place in local memory. */
    private String bring(String plane, String slot, String outside) {
        StringBuilder out = new StringBuilder();
        out.append("const int next = %s;\n".formatted(fold(0, plane)));
        String wide = "long".equals(code.index()) ? "(long)" : "";
        StringBuilder copies = new StringBuilder("const %s from = %snext*n1*n2;\n".formatted(code.index(), wide));
        for (String level : levels) {
            String source = taking().isEmpty() ? level : "source_" + level;
            taking().ifPresent(part -> out.append("global const %s *const %s = %s;\n"
                    .formatted(instance.type().openclName(), source, part.source("next", level))));
            for (int round = 0; round < rounds(); round++) {
                copies.append(
                        "copy_async(%s + at%s, %s, from, place%2$s);\n".formatted(plane(level, slot), round, source));
            }
        }
        out.append(isConstant(0) ? "if (next >= 0) {\n" + copies.toString().indent(4) + "}\n" : copies);
        out.append("if (%s) {\n".formatted(outside + (isConstant(0) ? " || next < 0" : "")));
        for (String level : levels) {
            String source = taking().isEmpty() ? level : "source_" + level;
            out.append(
                    "    %s(%s, %s, x0, y0, item, next, n0, n1, n2);\n".formatted(OUTSIDE, plane(level, slot), source));
        }
        return out.append("}\n").toString();
    }

    private Optional<SlabPart> taking() {
        return instance.sending().filter(SlabPart::takes);
    }

    @Override
    String arrive() {
        int ahead = ahead();
        return await()
                + """
                        if (z + %s < end + %s) {
                            const int free = %s;
                %s        }
                        end_of_plane();
                """
                        .formatted(
                                ahead,
                                instance.spec().footprint().high(0),
                                free(),
                                bring(
                                                "z + " + ahead,
                                                "free",
                                                isSettled()
                                                        ? "outside && z + %s < settled".formatted(ahead)
                                                        : "outside")
                                        .indent(12));
    }

    /** Until the plane at hand has come for the whole group. */
    protected String await() {
        return """
                        await_copies();
                        barrier(CLK_LOCAL_MEM_FENCE);
                """;
    }

    /** The place in local memory that nobody reads any more. */
    protected String free() {
        return planes() == 2 ? "now ^ 1" : "now == 0 ? %s : now - 1".formatted(planes() - 1);
    }

    @Override
    String advance() {
        int last = planes() - 1;
        return last == 1 ? "        now ^= 1;\n" : "        now = now == %s ? 0 : now + 1;\n".formatted(last);
    }
}
