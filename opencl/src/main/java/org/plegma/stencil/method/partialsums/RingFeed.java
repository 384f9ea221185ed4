package org.plegma.stencil.method.partialsums;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.stencil.code.AsyncCopies;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * Brings planes to a ring in local memory that is long enough for the warps of a group to drift apart. Instead of a barrier of
 * the group at each plane, every warp tells the {@code mbarrier} of a plane when what it copied has come, {@value #DRIFT}
 * planes before it reads that plane, where it waits for the others to have told.
 *
 * <p>Once it has waited for a plane, no warp is more than {@value #DRIFT} planes behind, so the place of the plane before those
 * is free for a new one.
 */
final class RingFeed extends AsyncFeed {
    private static final int DRIFT = 2;

    private static final int FEWEST_PLANES = 2 * DRIFT + 3;

    private static final int MOST_PLANES = 12;

    /**
     * With more than half of what a unit of a Hopper has the compiler knows that there will be one group and gives it all
     * registers, by which vectors are read long before they are used; with less the same code took 30% longer. Up to this
     * size planes more gain 1 or 2%.
     */
    private static final long FEWEST_BYTES = 156 << 10;

    private static final int WARP = 32;

    private static final int BYTES_OF_A_SECTOR = 32;

    private static final int BYTES_OF_A_BARRIER = 8;

    RingFeed(StencilInstance instance, DirectTile tile, List<String> levels, boolean corners, boolean ptx) {
        super(instance, tile, levels, corners, 0, ptx);
    }

    /** Whether a device has the instructions and the local memory. */
    static boolean isOn(Device device) {
        return AsyncCopies.on(device) && device.declaredLocalMemoryBytes() > device.localMemoryBytes();
    }

    @Override
    int planes() {
        if (!ptx) {
            return FEWEST_PLANES;
        }
        long wanted = (FEWEST_BYTES + bytesOfAPlane() - 1) / bytesOfAPlane();
        return (int) Math.max(FEWEST_PLANES, Math.min(MOST_PLANES, wanted));
    }

    /** Rows begin on a sector of the cache, as in memory: copies across two sectors are fetched twice. */
    @Override
    int vectorsBefore() {
        return (int) Kernel.roundUp(super.vectorsBefore(), vectorsOfASector());
    }

    @Override
    int width() {
        return (int) Kernel.roundUp(super.width(), vectorsOfASector());
    }

    private int vectorsOfASector() {
        return Math.max(1, BYTES_OF_A_SECTOR / (vector * instance.type().bytes()));
    }

    @Override
    long localBytes() {
        return super.localBytes() + (long) BYTES_OF_A_BARRIER * planes();
    }

    @Override
    protected int ahead() {
        return planes() - 1 - DRIFT;
    }

    @Override
    protected int onTheirWay() {
        return ahead() - DRIFT - 1;
    }

    @Override
    String functions() {
        return (ptx ? barriers() : "") + super.functions();
    }

    private static String barriers() {
        return """
                void set_up(local ulong *come, const uint warps) {
                    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"((uint)(size_t)come), "r"(warps) : "memory");
                }

                // Tells that the copies of this warp have come.
                void tell(local ulong *come, const uint lane) {
                    asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 0; bar.warp.sync 0xffffffff;"
                                 " @p mbarrier.arrive.shared.b64 _, [%0]; }"
                                 : : "r"((uint)(size_t)come), "r"(lane) : "memory");
                }

                // Until all warps have told.
                void await_all(local ulong *come, const uint turn) {
                    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra AGAIN; }"
                                 : : "r"((uint)(size_t)come), "r"(turn) : "memory");
                }

                """;
    }

    /** At places from which copies of whole sectors of the cache can be made. */
    @Override
    String declarations() {
        return super.declarations().replace(";", " __attribute__((aligned(128)));")
                + (ptx ? "    local ulong come[%s];\n".formatted(planes()) : "");
    }

    @Override
    String start() {
        if (!ptx) {
            return super.start();
        }
        String rings = levels.stream()
                .map(level -> "    local %s *const ring_%s = plane_%2$s[0];\n".formatted(cells, level))
                .collect(Collectors.joining());
        return rings
                + super.start()
                + """
                    const uint lane = item %% %1$s;
                    if (item < %2$s) {
                        set_up(&come[item], %3$s);
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                    await_copies();
                    for (int plane = 0; plane < %4$s; plane++) {
                        tell(&come[plane], lane);
                    }
                    // The parity of the turns round the ring.
                    uint turn = 0;
                """
                        .formatted(WARP, planes(), items() / WARP, DRIFT);
    }

    @Override
    protected String plane(String level, String slot) {
        return ptx ? "ring_%s + %s*%s".formatted(level, slot, count()) : super.plane(level, slot);
    }

    @Override
    protected String await() {
        return ptx
                ? """
                        await_copies();
                        tell(&come[now < %1$s ? now + %2$s : now - %1$s], lane);
                        await_all(&come[now], turn);
                """
                        .formatted(planes() - DRIFT, DRIFT)
                : super.await();
    }

    @Override
    protected String free() {
        return "now > %1$s ? now - %2$s : now + %3$s".formatted(DRIFT, DRIFT + 1, ahead());
    }

    @Override
    String advance() {
        return super.advance() + (ptx ? "        turn ^= now == 0;\n" : "");
    }
}
