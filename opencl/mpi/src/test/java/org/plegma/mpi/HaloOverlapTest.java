package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.slabs.SlabOptions;

/** Messages that are hidden behind kernels: of a timeline that is made up, and of two ranks. */
class HaloOverlapTest {
    private static Span span(String queue, Span.Kind kind, long start, long end) {
        return new Span(0, queue, "x", kind, start, end, 0);
    }

    @Test
    void onlyTimeInWhichAKernelRunsIsHidden() {
        HaloOverlap overlap = HaloOverlap.of(Timeline.of(List.of(
                span("compute", Span.Kind.KERNEL, 0, 100),
                span("compute", Span.Kind.KERNEL, 90, 120),
                span("compute", Span.Kind.COPY, 120, 200),
                span("mpi", Span.Kind.MESSAGE, 80, 130),
                span("mpi", Span.Kind.MESSAGE, 110, 160),
                span("mpi", Span.Kind.MESSAGE, 300, 320))));
        assertEquals(100e-9, overlap.messageSeconds(), 1e-15);
        assertEquals(40e-9, overlap.hiddenSeconds(), 1e-15);
        assertEquals(0.4, overlap.share(), 1e-9);
        assertEquals(1, HaloOverlap.of(Timeline.of(List.of())).share());
    }

    /** Without overlap no kernel runs while messages are on their way. How much is hidden depends on what else the machine does. */
    @Test
    void messagesTravelWhileTheInteriorIsComputed() {
        String output = MpiRun.run("mpirun.openmpi", 2, HaloOverlapTest.class)
                .assertSuccess()
                .output();
        assertTrue(output.contains("plain 0%"), output);
        int best = output.lines()
                .filter(line -> line.startsWith("overlapped "))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("[^0-9]", "")))
                .max()
                .orElseThrow();
        assertTrue(best > 0, output);
    }

    /** A rank. */
    public static void main(String[] arguments) {
        Ranks.run(ranks -> {
            Session session = ranks.session();
            BoundStencil heat = Stencil.parse("u[x,y] = u + 0.1*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)")
                    .on(session)
                    .method("direct");
            Grid start = Grid.random(ElementType.FLOAT, 1, 1200, 1000);
            for (boolean overlapped : new boolean[] {false, true}) {
                SlabOptions options =
                        SlabOptions.usual().over(ranks.transport()).between(8).overlapped(overlapped);
                try (SlabPlan plan = SlabPlan.open(heat, options, 1200, 1000)) {
                    plan.load(start).run(16);
                    for (int round = 0; round < (overlapped ? 8 : 1); round++) {
                        ranks.barrier();
                        ranks.recordTimeline(true);
                        plan.run(8);
                        double share = HaloOverlap.of(ranks.timeline()).share();
                        ranks.recordTimeline(false);
                        if (ranks.rank() == 0) {
                            System.out.printf("%s %.0f%%%n", overlapped ? "overlapped" : "plain", share * 100);
                        }
                    }
                }
            }
        });
    }
}
