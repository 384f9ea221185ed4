package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.Optional;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * Brings planes to local memory by copies that go on while the work-items compute, one or two planes ahead, without a register
 * for what is on its way. One barrier a plane. Work-items share the copies as {@link VectorCopies} or {@link CellCopies} say.
 */
class AsyncFeed extends PlaneFeed {
    /** More planes ahead gain nothing. */
    private static final int MOST_PLANES = 3;

    private static final int BYTES_OF_A_COPY = 16;

    protected final boolean ptx;
    private final long localBytes;
    private final PlaneCopies copies;

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
        this.ptx = ptx;
        this.localBytes = localBytes;
        this.copies = instance.shape()[2] % tile.vector() == 0 ? new VectorCopies(this, corners) : new CellCopies(this);
    }

    /** Whether vectors are as long as a copy must be, and the group has a work-item for each cell beside a row. */
    static boolean fits(StencilInstance instance, DirectTile tile) {
        int beside =
                instance.spec().footprint().low(2) + instance.spec().footprint().high(2) + 4 * tile.vector();
        return tile.vector() * instance.type().bytes() == BYTES_OF_A_COPY && beside <= tile.groupX() * tile.groupY();
    }

    @Override
    int planes() {
        return MOST_PLANES * bytesOfAPlane() + copies.localBytes() <= localBytes ? MOST_PLANES : 2;
    }

    @Override
    String declarations() {
        return super.declarations() + copies.declarations();
    }

    @Override
    long localBytes() {
        return super.localBytes() + copies.localBytes();
    }

    /** How many planes before its use a plane is copied. */
    protected int ahead() {
        return planes() - 1;
    }

    @Override
    String functions() {
        return (foldsOnce() ? Folds.once(code.boundary(0).kind()) + "\n" : "")
                + copies.copy()
                + waits()
                + copies.functions();
    }

    private String waits() {
        return ptx
                ? """

                void end_of_plane() {
                    asm volatile("cp.async.commit_group;" : : : "memory");
                }

                // Until all but the newest planes of this work-item have come.
                void await_copies() {
                    asm volatile("cp.async.wait_group %s;" : : : "memory");
                }

                """
                        .formatted(onTheirWay())
                : """

                void end_of_plane() {
                }

                void await_copies() {
                }

                """;
    }

    /** Planes that may still be on their way when a work-item goes on. */
    protected int onTheirWay() {
        return planes() - 2;
    }

    @Override
    String start() {
        return "    const int item = ty*%s + tx;\n".formatted(tile.groupX())
                + copies.shares()
                + """
                    for (int plane = 0; plane < %s; plane++) {
                %s        end_of_plane();
                    }
                """
                        .formatted(
                                ahead(),
                                bring(lowest() + " + plane", "plane", false).indent(8));
    }

    /** The first plane that a chunk reads. */
    String lowest() {
        return "first - " + instance.spec().footprint().low(0);
    }

    private String foldedPlane(String plane) {
        return foldsOnce() ? Folds.index(Folds.ONCE, code.boundary(0), plane, 0) : fold(0, plane);
    }

    /** Whether all planes that are asked for are less than the grid's size beyond its ends. */
    private boolean foldsOnce() {
        int reach = Math.max(instance.spec().footprint().radius(0), ahead());
        return Folds.repeats(code.boundary(0).kind()) && instance.shape()[0] > reach;
    }

    private String bring(String plane, String slot, boolean later) {
        StringBuilder out = new StringBuilder("const int next = %s;\n".formatted(foldedPlane(plane)));
        for (String level : levels) {
            taking().ifPresent(part -> out.append("global const %s *const %s = %s;\n"
                    .formatted(instance.type().openclName(), source(level), part.source("next", level))));
        }
        return out.append(copies.bring(plane, slot, later)).toString();
    }

    /** Where a level's plane at hand comes from. */
    String source(String level) {
        return taking().isEmpty() ? level : "source_" + level;
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
                                bring("z + " + ahead, "free", true).indent(12));
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
