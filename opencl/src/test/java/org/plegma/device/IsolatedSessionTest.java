package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.device.isolated.KernelCrashException;
import org.plegma.device.memory.LocalMemory;
import org.plegma.process.WorkLimit;

/** Kernels in a process of their own: they do the same, and what they do wrong stays there. */
class IsolatedSessionTest {
    private static final String SOURCE =
            """
            kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }
            kernel void blend(global const float *x, global float *y, float4 w, local float *t) {
                size_t i = get_global_id(0), k = get_local_id(0);
                t[k] = x[i];
                barrier(CLK_LOCAL_MEM_FENCE);
                y[i] = w.x + w.w * t[get_local_size(0) - 1 - k] + get_global_id(1);
            }
            kernel void second(global int *x, global int *y) { y[0] = 9; }
            kernel void say(int n) { printf("said %d", n); }
            kernel void poke(global int *x, long at) { x[0] = 17; x[at] = 1; }
            kernel void endless(volatile global int *x) { while (x[0] == 0) { x[1] = 1; } }
            """;

    private static Device processor;
    private static Session session;

    @BeforeAll
    static void open() {
        processor =
                Devices.all().stream().filter(Session::canIsolate).findFirst().orElse(null);
        assumeTrue(processor != null, "no OpenCL device here is the processor");
        session = Session.openIsolated(processor);
    }

    @AfterAll
    static void close() {
        if (session != null) {
            session.close();
        }
    }

    private static Kernel kernel(String name) {
        return session.compile(SOURCE, "-DUNUSED=1").kernel(name);
    }

    @Test
    void kernelsDoWhatTheyDoInThisProcess() {
        float[] x = new float[12];
        float[] y = new float[12];
        float[] expected = new float[12];
        for (int i = 0; i < 12; i++) {
            x[i] = i * i;
            int mirrored = i / 4 * 4 + 3 - i % 4;
            expected[i] = 0.5f + 2 * mirrored * mirrored;
        }
        kernel("blend")
                .global(12)
                .local(4)
                .call(x, y, new float[] {0.5f, 0, 0, 2}, LocalMemory.of(ElementType.FLOAT, 4));
        assertArrayEquals(expected, y);
    }

    @Test
    void includedFilesAreReadAnew(@TempDir Path folder) throws IOException {
        int[] x = new int[1];
        for (int value = 1; value < 3; value++) {
            Files.writeString(folder.resolve("value.h"), "#define VALUE " + value);
            session.compile("#include \"value.h\"\nkernel void k(global int *x) { *x = VALUE; }", "-I" + folder)
                    .kernel("k")
                    .global(1)
                    .call(x);
            assertEquals(value, x[0]);
        }
    }

    @Test
    void arraysAndTheirPartsAreShared() {
        int part = Math.max(4, processor.baseAlignmentBytes() / Integer.BYTES);
        try (DeviceArray whole = session.upload(new int[3 * part]);
                DeviceArray empty = session.allocate(ElementType.INT, 0)) {
            Event event = kernel("add").global(part).call(whole.view(part, part), 5);
            kernel("add").global(2L * part).offset(part).call(whole, 1);
            kernel("add").global(1_000_003 % part + 1).call(empty.length() == 0 ? whole : empty, 0);
            int[] expected = IntStream.range(0, 3 * part)
                    .map(i -> (i / part == 1 ? 5 : 0) + (i >= part ? 1 : 0))
                    .toArray();
            assertEquals(Grid.of(expected), whole.download());
            assertTrue(event.isDone() && event.startedNanos() <= event.endedNanos(), event.toString());
            kernel("second").global(1).call(empty, whole);
            assertEquals(9, whole.download().get(0));
            whole.fill(-3);
            assertEquals(-3, whole.download().get(2 * part));
        }
    }

    @Test
    void whatAKernelPrintsIsThereWhenItsLaunchReturns() {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            kernel("say").global(1).call(3);
        } finally {
            System.setOut(usual);
        }
        assertEquals("said 3", printed.toString());
    }

    @Test
    void aLaunchComesAfterWhatIsInTheQueue() {
        try (DeviceArray x = session.upload(new int[1 << 16]);
                DeviceArray y = session.allocate(ElementType.INT, 1 << 16)) {
            kernel("add").global(1 << 16).call(x, 1);
            x.copyAsync(session.upload(), 0, y, 0, 1 << 16);
            session.compute().waitFor(x.copyAsync(session.upload(), 0, y, 0, 1 << 16));
            kernel("add").global(1 << 16).call(y, 1);
            assertEquals(2, y.download().get((1 << 16) - 1));
        }
    }

    @Test
    void aCrashLeavesArraysAndTheNextLaunchWorks() {
        try (DeviceArray x = session.upload(new int[] {1, 2, 3})) {
            KernelCrashException crash = assertThrows(
                    KernelCrashException.class, () -> kernel("poke").global(1).call(x, 1L << 40));
            assertEquals("poke", crash.kernel());
            assertTrue(crash.reason().contains("SIGSEGV"), crash.reason());
            assertTrue(
                    crash.getMessage().contains("'poke' crashed: an access to memory that is not there"),
                    crash.getMessage());
            kernel("add").global(3).call(x, 1);
            assertEquals(Grid.of(new int[] {18, 3, 4}), x.download());
        }
    }

    @Test
    void aKernelThatDoesMoreThanItMayIsEnded() {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(1), Duration.ofSeconds(20));
        try (Session limited = Session.openLimited(limit, processor);
                DeviceArray x = limited.upload(new int[2])) {
            Program program = limited.compile(SOURCE, "-DUNUSED=1");
            KernelCrashException ended = assertThrows(
                    KernelCrashException.class,
                    () -> program.kernel("endless").global(1).call(x));
            assertTrue(ended.isEndless(), ended::toString);
            assertTrue(
                    ended.getMessage()
                            .startsWith(
                                    "endless has not come to its end: it used 1 s of processor time, and was ended"),
                    ended::getMessage);
            program.kernel("add").global(2).call(x, 1);
            assertEquals(Grid.of(new int[] {1, 2}), x.download());
        }
    }

    @Test
    void anInterruptEndsAKernel() throws InterruptedException {
        try (DeviceArray x = session.upload(new int[2])) {
            Thread caller = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                while (x.download().get(1) == 0) { // until it runs
                    Thread.onSpinWait();
                }
                caller.interrupt();
            });
            interrupter.start();
            assertThrows(
                    CancellationException.class,
                    () -> kernel("endless").global(1).call(x));
            interrupter.join();
            assertFalse(Thread.interrupted());
            kernel("add").global(2).call(x, 1);
            assertEquals(Grid.of(new int[] {1, 2}), x.download());
        }
    }

    @Test
    void faultsOfCallsAreToldAsEver() {
        int[] x = new int[4];
        assertThrows(
                KernelArgumentException.class, () -> kernel("add").global(4).call(x));
        assertThrows(
                LaunchLimitException.class,
                () -> kernel("add").global(4).local(3).call(x, 1));
        assertThrows(BuildException.class, () -> session.compile("kernel void f(global int *x) { x[0] = y; }"));
    }

    @Test
    void memoryIsGivenBackAndAnArrayMayBeTooLarge() {
        long before = session.memoryInUse();
        session.allocate(ElementType.FLOAT, 1 << 20).close();
        assertEquals(before, session.memoryInUse());
        OutOfDeviceMemoryException refused =
                assertThrows(OutOfDeviceMemoryException.class, () -> session.allocate(ElementType.DOUBLE, 1 << 28));
        assertTrue(refused.getMessage().contains("largest single buffer"), refused.getMessage());
    }

    @Test
    void aClosedSessionLaunchesNothing() {
        Session other = Session.openIsolated(processor);
        assertTrue(other.isIsolated());
        Kernel add = other.compile(SOURCE).kernel("add");
        other.close();
        assertThrows(ClosedException.class, () -> add.global(1).call(new int[1], 1));
    }
}
