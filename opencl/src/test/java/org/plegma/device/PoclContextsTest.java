package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.device.driver.PoclContexts;
import org.plegma.testing.ChildJvm;

/** Launches of one kernel by several contexts or queues of PoCL, with other numbers of work-items: PoCL 3.1 ended the process. */
class PoclContextsTest {
    private static final int CONTEXTS = 3;
    private static final int LAUNCHES = 2000;
    private static final int MOST_GROUPS = 60;
    private static final int GROUP = 64;
    /** Rounds that take some tenths of a second. */
    private static final int SLOW = 300_000;

    private static final String MORE =
            """
            kernel void more(global int *x, int rounds) {
                float sum = x[get_global_id(0)];
                for (int i = 0; i < rounds; i++) {
                    sum = sum / 2;
                }
                x[get_global_id(0)] += sum < 1 ? 1 : 2;
            }
            """;

    @Test
    void launchesOfOneKernelMayOverlap() {
        ChildJvm.onProcessors(CONTEXTS, PoclContextsTest.class)
                .option("-Dplegma.pocl.shared=false")
                .run()
                .assertSuccess();
    }

    @Test
    void launchesByTwoQueuesOfOneContextAreDoneInTurn() {
        ChildJvm.onProcessors(1, PoclContextsTest.class).run("queues").assertSuccess();
    }

    /** The child: the first two contexts are of one device; with an argument there is one context. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            launchByTwoQueues(ChildJvm.processors(1)[0]);
            return;
        }
        Device[] devices = ChildJvm.processors(CONTEXTS);
        devices[1] = devices[0];
        ExecutorService threads = Executors.newFixedThreadPool(CONTEXTS);
        List<Future<?>> all = new ArrayList<>();
        for (Device device : devices) {
            all.add(threads.submit(() -> launch(device)));
        }
        for (Future<?> each : all) {
            each.get();
        }
        threads.shutdown();
    }

    /** What runs when a launch by another queue has ended? Nothing: that has waited. */
    private static void launchByTwoQueues(Device device) {
        try (Session session = Session.open(device);
                Program program = session.compile(MORE);
                DeviceArray x = session.upload(new int[GROUP]);
                DeviceArray y = session.upload(new int[2 * GROUP])) {
            Kernel more = program.kernel("more").local(GROUP);
            for (Queue queue : List.of(session.upload(), session.download())) {
                Event slow = more.global(GROUP).launch(session.compute(), x, SLOW);
                session.compute().flush();
                more.global(2 * GROUP).launch(queue, y, 1).await();
                assertTrue(slow.isDone());
            }
            assertEquals(Grid.ints(GROUP).fill(2), x.download());
            assertEquals(Grid.ints(2 * GROUP).fill(2), y.download());
        }
    }

    private static void launch(Device device) {
        try (Session session = Session.open(device);
                Program program = session.compile(MORE);
                DeviceArray x = session.upload(new int[GROUP * MOST_GROUPS])) {
            Random random = new Random();
            int[] expected = new int[GROUP * MOST_GROUPS];
            for (int i = 0; i < LAUNCHES; i++) {
                // Larger ones come later, of which PoCL knows nothing yet.
                int many = GROUP * (1 + random.nextInt(1 + i * MOST_GROUPS / LAUNCHES));
                program.kernel("more")
                        .global(many)
                        .local(GROUP)
                        .launch(session.compute(), x, 60)
                        .await();
                for (int j = 0; j < many; j++) {
                    expected[j]++;
                }
            }
            assertArrayEquals(expected, x.download().ints());
        }
    }

    @Test
    void theLeastFreeNumberIsTaken() {
        List<Integer> taken = List.of(PoclContexts.take(), PoclContexts.take());
        PoclContexts.giveBack(taken.get(0));
        assertEquals(taken.get(0), PoclContexts.take());
        taken.forEach(PoclContexts::giveBack);
    }
}
