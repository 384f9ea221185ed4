package org.plegma.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.plegma.kernel.CellThread;
import org.plegma.process.WorkLimit;
import org.plegma.rewrite.parallel.cell.JavaClasses;

class CellWeaverTest {
    /** Loops of all shapes, to be woven. */
    @SuppressWarnings("all")
    static final class Loops {
        static volatile int spins;

        static void forEver() {
            for (; ; ) {
                spins++;
            }
        }

        static void whileCatching() {
            while (true) {
                try {
                    spins++;
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    spins++;
                }
            }
        }

        static void recursion() {
            spins++;
            if (spins % 100 != 0) {
                recursion();
            }
            if (spins > 0) {
                Loops.doWhile();
            }
        }

        static void doWhile() {
            do {
                spins++;
            } while (spins != 0 || spins == 0);
        }

        static int sum(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += switch (i % 3) {
                    case 0 -> i;
                    default -> -1;
                };
            }
            return sum;
        }

        static void exit() {
            System.exit(5);
        }

        static void exitOfRuntime() {
            Runtime.getRuntime().exit(7);
        }

        static void exitOfRuntimeByReference() {
            java.util.function.IntConsumer exit = Runtime.getRuntime()::exit;
            exit.accept(8);
        }

        static int catching(int n) {
            spins++;
            try {
                return catching(n + 1);
            } catch (Throwable thrown) {
                return catching(n + 1);
            }
        }

        static void exitByReference() {
            java.util.function.IntConsumer exit = System::exit;
            exit.accept(6);
        }
    }

    private static Class<?> woven() throws Exception {
        String name = Loops.class.getName();
        byte[] plain;
        try (var in = Loops.class.getResourceAsStream("CellWeaverTest$Loops.class")) {
            plain = in.readAllBytes();
        }
        byte[] woven = CellWeaver.weave(plain);
        ClassLoader loader = new ClassLoader(Loops.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, woven, 0, woven.length);
            }
        };
        return loader.loadClass(name);
    }

    private static Object call(Class<?> type, String method, Object... arguments) throws Throwable {
        var found = java.util.Arrays.stream(type.getDeclaredMethods())
                .filter(m -> m.getName().equals(method))
                .findFirst()
                .orElseThrow();
        found.setAccessible(true);
        try {
            return found.invoke(null, arguments);
        } catch (java.lang.reflect.InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    @AfterEach
    void off() {
        StopSwitch.set(false);
    }

    @Test
    void codeComputesTheSame() throws Throwable {
        assertEquals(Loops.sum(1000), call(woven(), "sum", 1000));
    }

    /** The result, unless this process hangs or loops: for the time that a loop takes to end, nobody can give a bound. */
    private static Object patiently(CompletableFuture<Object> end) throws Exception {
        WorkLimit limit = new WorkLimit(Duration.ofMinutes(20), Duration.ofMinutes(5));
        assertEquals(WorkLimit.End.OVER, limit.await(ProcessHandle.current(), WorkLimit.Wait.until(end::isDone)));
        return end.get();
    }

    @Test
    void theSwitchEndsLoopsOfAllShapes() throws Exception {
        for (String loop : new String[] {"forEver", "whileCatching", "recursion", "doWhile"}) {
            Class<?> type = woven();
            CompletableFuture<Object> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return call(type, loop);
                } catch (Throwable thrown) {
                    return thrown;
                }
            });
            Assertions.assertThrows(
                    java.util.concurrent.TimeoutException.class, () -> end.get(200, TimeUnit.MILLISECONDS), loop);
            StopSwitch.set(true);
            assertTrue(patiently(end) instanceof StopSwitch.CellStopped, loop);
            StopSwitch.set(false);
        }
    }

    /** Each level catches and goes on: one of them tells where the code was, the others cost no trace of a deep stack. */
    @Test
    void aRecursionThatCatchesIsStoppedByOneTrace() throws Exception {
        Class<?> type = woven();
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        new Thread(
                        null,
                        () -> end.complete(assertThrows(Throwable.class, () -> call(type, "catching", 0))),
                        "deep",
                        4 << 20)
                .start();
        Thread.sleep(200);
        StopSwitch.set(true);
        Throwable first = (Throwable) patiently(new CompletableFuture<Object>().completeAsync(end::join));
        assertTrue(first instanceof StopSwitch.CellStopped, first::toString);
        assertEquals("catching", first.getStackTrace()[2].getMethodName(), () -> List.of(first.getStackTrace())
                .toString());
    }

    @Test
    void theSwitchCanBeTurnedOnAndOffManyTimes() throws Throwable {
        Class<?> type = woven();
        for (int i = 0; i < 50; i++) {
            StopSwitch.set(true);
            assertThrows(StopSwitch.CellStopped.class, () -> call(type, "sum", 10));
            StopSwitch.set(false);
            assertEquals(Loops.sum(10), call(type, "sum", 10));
        }
    }

    /** The Java with which {@code %%parallel} compares runs on the thread of the cell. */
    @Test
    void theSwitchEndsJavaThatALoopIsComparedWith() throws Throwable {
        String text =
                "public class Sum { public static int of(int n) { int s = 0; while (n > 0) { s += n--; } return s; } }";
        JavaClasses.weaving(StopSwitch::woven);
        try {
            Class<?> type = new JavaClasses(Map.of("Sum", text)).named("Sum");
            assertEquals(55, call(type, "of", 10));
            StopSwitch.set(true);
            assertThrows(StopSwitch.CellStopped.class, () -> call(type, "of", 10));
        } finally {
            JavaClasses.weaving(UnaryOperator.identity());
        }
    }

    @Test
    void exitIsRefused() throws Exception {
        Class<?> type = woven();
        for (String exit : new String[] {"exit", "exitByReference", "exitOfRuntime", "exitOfRuntimeByReference"}) {
            assertThrows(StopSwitch.ExitRefusedException.class, () -> call(type, exit));
        }
    }

    @Test
    void aCellThreadIsInterruptedInWhatEverItDoes() throws Exception {
        Class<?> type = woven();
        CellThread thread = new CellThread(new InterruptShield(), () -> true, stack -> List.of());
        for (String loop : new String[] {"forEver", "whileCatching"}) {
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Object> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return thread.run(() -> {
                        begun.countDown();
                        try {
                            return call(type, loop);
                        } catch (StopSwitch.CellStopped stopped) {
                            return thread.wasInterrupted();
                        } catch (Throwable other) {
                            throw new ExecutionException(other);
                        }
                    });
                } catch (Exception failure) {
                    return failure;
                }
            });
            begun.await();
            Assertions.assertThrows(
                    java.util.concurrent.TimeoutException.class, () -> end.get(100, TimeUnit.MILLISECONDS), loop);
            thread.interrupt();
            assertEquals(true, patiently(end));
            assertEquals(false, thread.run(() -> Thread.currentThread().isInterrupted()));
        }
    }
}
