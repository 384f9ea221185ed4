package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.slabs.SlabOptions;

/** What a notebook does with its ranks: rank 0 is in its place, the others serve it. */
class NotebookRanksTest {
    @ParameterizedTest
    @ValueSource(strings = {"mpirun.openmpi", "mpirun.mpich"})
    void threeRanksGiveWhatOneDeviceGives(String launcher) {
        String output =
                MpiRun.run(launcher, 3, NotebookRanksTest.class).assertSuccess().output();
        assertTrue(output.contains("all is well on 3"), output);
    }

    /** A rank. */
    public static void main(String[] arguments) {
        String rank = System.getenv("OMPI_COMM_WORLD_RANK");
        if (!"0".equals(rank == null ? System.getenv("PMI_RANK") : rank)) {
            RankServer.main(arguments);
            return;
        }
        NotebookRanks ranks = NotebookRanks.start();
        try (Session session = Session.open()) {
            runsAreThoseOfOneDevice(ranks, session);
            plansGoOn(ranks, session);
            refusalsLeaveTheRanksReady(ranks);
            anInterruptedRunGoesOn(ranks, session);
        }
        System.out.println("all is well on " + ranks.size());
        NotebookRanks.stop();
    }

    /** All that a stencil is told travels: parameters, boundaries, types, methods, constant fields, older levels. */
    private static void runsAreThoseOfOneDevice(NotebookRanks ranks, Session session) {
        Stencil heat = Stencil.parse("param a\nu[x,y] = u + a*(u[x-1,y] + u[x+1,y] + u[x,y-1] + u[x,y+1] - 4*u)")
                .withParam("a", 0.1)
                .withBoundary(Boundary.PERIODIC, Boundary.constant(0.1))
                .withMethod(Method.parse("blocked(2)"));
        Grid start = Grid.random(ElementType.DOUBLE, 1, 26, 11);
        assertEquals(heat.on(session).run(start, 9), ranks.run(heat, start, 9));
        Stencil single = heat.withType(ElementType.FLOAT);
        assertEquals(single.on(session).run(start, 4), ranks.run(single, start, 4));

        Stencil wave = Stencil.parse("field c\nu[t+1,x] = 2*u - u[t-1,x] + c*(u[x-1] + u[x+1] - 2*u)")
                .withBoundary(Boundary.MIRROR)
                .withMethod(Method.direct());
        Map<String, Grid> grids = Map.of(
                "u", Grid.random(ElementType.FLOAT, 2, 31),
                "u[t-1]", Grid.random(ElementType.FLOAT, 3, 31),
                "c", Grid.random(ElementType.FLOAT, 4, 31));
        assertEquals(wave.on(session).run(grids, 6), ranks.run(wave, grids, 6));
        Map<String, Grid> mixed = new HashMap<>(grids);
        mixed.replace("c", grids.get("c").to(ElementType.DOUBLE));
        assertThrows(IllegalArgumentException.class, () -> ranks.run(wave, mixed, 1));
    }

    private static Stencil sum() {
        return Stencil.parse("u[x] = 0.5*u[x-1] + 0.25*u[x+1]").withMethod(Method.direct());
    }

    /** Two at a time, each with its own fields. */
    private static void plansGoOn(NotebookRanks ranks, Session session) {
        Grid first = Grid.random(ElementType.FLOAT, 5, 40);
        Grid second = Grid.random(ElementType.FLOAT, 6, 40);
        try (RankPlan one = ranks.plan(sum(), 40);
                RankPlan other =
                        ranks.plan(sum(), SlabOptions.usual().between(3).overlapped(false), 40)) {
            assertThrows(IllegalStateException.class, () -> one.run(1));
            one.load(first).run(5);
            other.load(second).run(7);
            one.run(2);
            assertEquals(7, one.steps());
            assertEquals(sum().on(session).run(first, 7), one.grid());
            assertEquals(sum().on(session).run(second, 7), other.grid());
            other.load(first).run(1);
            assertEquals(sum().on(session).run(first, 1), other.grid());
        }
    }

    private static void refusalsLeaveTheRanksReady(NotebookRanks ranks) {
        assertThrows(IllegalArgumentException.class, () -> ranks.plan(sum().withMethod(Method.parse("fft(2)")), 40));
        assertThrows(IllegalArgumentException.class, () -> ranks.plan(sum(), 2), "two planes on three ranks");
        assertThrows(IllegalArgumentException.class, () -> ranks.plan(sum(), 40, 40));
        String changed = sum().source().replace("0.5", "0.75");
        assertThrows(IllegalArgumentException.class, () -> ranks.plan(sum().withSource(changed), 40));
        RankPlan closed = ranks.plan(sum(), 40);
        assertThrows(IllegalArgumentException.class, () -> closed.load(Grid.floats(41)));
        assertThrows(
                IllegalArgumentException.class, () -> closed.load(Map.of("u", Grid.floats(40), "v", Grid.floats(40))));
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.load(Grid.floats(40)));
    }

    private static void anInterruptedRunGoesOn(NotebookRanks ranks, Session session) {
        Grid start = Grid.random(ElementType.FLOAT, 7, 40);
        try (RankPlan plan = ranks.plan(sum(), 40)) {
            plan.load(start);
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> plan.run(Long.MAX_VALUE));
            long steps = plan.steps();
            assertTrue(steps > 0 && steps < Long.MAX_VALUE, () -> steps + " steps");
            plan.run(3);
            assertEquals(sum().on(session).run(start, steps + 3), plan.grid());
        }
    }
}
