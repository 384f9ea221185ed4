package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.plegma.device.driver.PoclContexts;
import org.plegma.testing.ChildJvm;

/** Launches of one kernel by several contexts of PoCL overlap, with other numbers of work-items: PoCL 3.1 ended the process. */
class PoclContextsTest {
    private static final int CONTEXTS = 3;
    private static final int LAUNCHES = 2000;
    private static final int MOST_GROUPS = 60;
    private static final int GROUP = 64;
    private static final String MORE =
            """
            kernel void more(global int *x) {
                float sum = x[get_global_id(0)];
                for (int i = 0; i < 60; i++) {
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

    /** The child: the first two contexts are of one device. */
    public static void main(String[] arguments) throws Exception {
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
                        .launch(session.compute(), x)
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
