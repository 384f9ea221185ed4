package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.OnDevice;

class BenchTest extends OnDevice {

    private static final int N = 1000;

    private static final String SOURCE =
            """
            kernel void twice(global const float *x, global float *y) {
                y[get_global_id(0)] = 2 * x[get_global_id(0)];
            }
            kernel void wrong(global const float *x, global float *y) {
                int i = get_global_id(0);
                y[i] = 2 * x[i] + (i == 700 ? 0.5f : 0.0f);
            }
            kernel void gaps(global const float *x, global float *y) {
                int i = get_global_id(0);
                if (i != 123 && i != 999) y[i] = 2 * x[i];
            }
            kernel void once(global const float *x, global float *y, global int *runs) {
                int i = get_global_id(0);
                y[i] = *runs < 3 ? 2 * x[i] : 7;
                if (i == 0) ++*runs;
            }
            kernel void increment(global float *x) { x[get_global_id(0)] += 1; }
            """;

    private static Ceilings withBandwidth(double gbytesPerSecond) {
        return new Ceilings("some", "driver", Map.of(Ceilings.Limit.COPY, gbytesPerSecond), List.of());
    }

    @Test
    void aRateAboveTheCeilingMakesItBeMeasuredAgain() {
        AtomicInteger again = new AtomicInteger();
        Bench bench = bench().against(withBandwidth(1e-9)).ceilingsAgain(s -> {
            again.incrementAndGet();
            return Optional.of(withBandwidth(1e9));
        });
        for (Measurement m : bench.run(List.of(doubling("twice"), doubling("twice")))) {
            assertFalse(m.isAboveLimit());
            assertTrue(m.fractionOfLimit() > 0 && m.fractionOfLimit() <= 1.05, m.toString());
        }
        assertEquals(1, again.get());
    }

    @Test
    void aRateAboveTheCeilingIsNeverTold() {
        Measurement m = bench().against(withBandwidth(1e-9))
                .ceilingsAgain(s -> Optional.empty())
                .run(doubling("twice"));
        assertTrue(m.isAboveLimit());
        assertTrue(Double.isNaN(m.fractionOfLimit()));
    }

    @Test
    void aRightKernelIsTimedByBothClocks() {
        Measurement m = bench().run(doubling("twice"));
        assertTrue(m.valid(), m.problem());
        assertEquals(0, m.error());
        assertTrue(m.deviceSeconds().orElseThrow().min() > 0);
        Statistics host = m.hostSeconds().orElseThrow();
        assertEquals(host.count(), m.deviceSeconds().orElseThrow().count());
        assertTrue(m.deviceSeconds().orElseThrow().min() <= host.max(), "the host's time includes the device's");
        assertEquals(8.0 * N / m.medianSeconds() * 1e-9, m.gbytesPerSecond());
    }

    /** Also the trial says which part of a run counts. */
    @Test
    void whatRunsOnceIsTimedAndJudgedThen() {
        AtomicInteger runs = new AtomicInteger();
        BenchCase one = BenchCase.of("test", "long", "host").once().prepare(buffers -> new Trial() {
            @Override
            public List<Event> run() {
                runs.incrementAndGet();
                return List.of();
            }

            @Override
            public OptionalDouble ownSeconds() {
                return OptionalDouble.of(42);
            }

            @Override
            public double error() {
                return runs.get() - 1;
            }
        });
        Measurement m = bench().run(one);
        assertTrue(m.valid(), m.problem());
        assertEquals(1, runs.get());
        assertEquals(1, m.seconds().orElseThrow().count());
        assertEquals(42, m.medianSeconds());
    }

    @Test
    void aWrongValueIsCaughtAndTheTimeWithheld() {
        Measurement m = bench().run(doubling("wrong"));
        assertFalse(m.valid());
        assertTrue(m.seconds().isEmpty());
        assertTrue(m.error() > 0.2 && m.error() < 0.3, "0.5 of at most 2: " + m.error());
        assertEquals("error " + m.error() + ", tolerance 0.0", m.problem());
    }

    @Test
    void unwrittenElementsAreCaughtAndCounted() {
        Measurement m = bench().run(doubling("gaps"));
        assertFalse(m.valid());
        assertTrue(m.seconds().isEmpty());
        assertEquals("2 of 1000 elements of output 0 were not written, the first at index 123", m.problem());
    }

    @Test
    void aKernelThatGoesWrongLaterIsCaughtAfterTheTimedRuns() {
        BenchCase one = BenchCase.of("test", "late", "direct").inCache().prepare(buffers -> {
            DeviceArray x = buffers.input(ElementType.FLOAT, N);
            DeviceArray y = buffers.output(ElementType.FLOAT, N);
            DeviceArray runs = buffers.input(Grid.ints(1));
            Kernel kernel = buffers.compile(SOURCE).kernel("once").global(N).local(1);
            return Trial.launch(() -> kernel.call(x, y, runs), () -> error(x, y));
        });
        Measurement m = bench().run(one);
        assertFalse(m.valid(), "right in the first three runs, wrong after");
        assertTrue(m.seconds().isEmpty());
    }

    @Test
    void whatIsUpdatedInPlaceIsJudgedOnARunFromFreshInputs() {
        List<Float> starts = new ArrayList<>();
        BenchCase one = BenchCase.of("test", "increment", "in place").inCache().prepare(buffers -> {
            DeviceArray x = buffers.inOut(ElementType.FLOAT, N);
            Grid before = x.download();
            Kernel kernel = buffers.compile(SOURCE).kernel("increment").global(N);
            return Trial.launch(() -> kernel.call(x), () -> {
                Grid after = x.download();
                starts.add(after.floats()[0]);
                Grid expected = Grid.generate(ElementType.FLOAT, i -> before.floats()[i[0]] + 1f, N);
                return Errors.largest(after, expected);
            });
        });
        Measurement m = bench().run(one);
        assertTrue(m.valid(), m.problem());
        assertEquals(2, starts.size());
        assertEquals(starts.get(0), starts.get(1));
    }

    @Test
    void smallDataIsRotatedThroughMoreThanTheCache() {
        AtomicInteger sets = new AtomicInteger();
        long bytes = Math.max(1 << 20, session.device().cacheBytes() / 4);
        BenchCase.Builder builder = BenchCase.of("test", "rotate", "direct");
        BenchCase.Preparation preparation = few(sets, bytes, 0);
        assertTrue(bench().run(builder.prepare(preparation)).valid());
        assertTrue((sets.get() - 1) * bytes >= 2 * session.device().cacheBytes(), sets + " sets");
        Measurement few = bench().timeLimit(1e-9).warmUp(0).run(builder.prepare(preparation));
        assertTrue(few.valid(), "sets that the timed runs did not come to are not judged: " + few.problem());
        sets.set(0);
        assertTrue(bench().run(builder.inCache().prepare(preparation)).valid());
        assertEquals(1, sets.get());
    }

    @Test
    void whatTakesSoLongThatMemoryIsNothingIsNotRotated() {
        AtomicInteger sets = new AtomicInteger();
        BenchCase.Preparation preparation = few(sets, 1 << 18, 12);
        BenchCase slow = BenchCase.of("test", "slow", "direct").prepare(preparation);
        assertTrue(bench().run(slow).valid());
        assertEquals(1, sets.get());
    }

    /** Of so many bytes a few are read, which takes no time on the slowest machine but what is slept. */
    private static BenchCase.Preparation few(AtomicInteger sets, long bytes, int milliseconds) {
        return buffers -> {
            sets.incrementAndGet();
            DeviceArray x = buffers.input(ElementType.FLOAT, (int) (bytes / Float.BYTES));
            DeviceArray y = buffers.output(ElementType.FLOAT, N);
            Kernel kernel = buffers.compile(SOURCE).kernel("twice").global(N);
            return Trial.launch(
                    () -> {
                        sleep(milliseconds);
                        return kernel.call(x, y);
                    },
                    () -> error(x, y));
        };
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"FLOAT", "DOUBLE", "INT"})
    void hostAndDeviceGetTheSameRandomInputs(ElementType type) {
        try (BufferKernels kernels = new BufferKernels(Optional.of(session));
                Buffers onDevice = new Buffers(kernels, new HashMap<>(), 9);
                Buffers onHost = new Buffers(kernels, new HashMap<>(), 9)) {
            Grid first = onDevice.input(type, 3, 1000).download();
            assertEquals(0, Errors.largest(first, onHost.hostInput(type, 3, 1000)));
            Grid second = onDevice.input(type, 3, 1000).download();
            assertEquals(0, Errors.largest(second, onHost.hostInput(type, 3, 1000)));
            assertFalse(first.equals(second), "each input has its own numbers");
            assertTrue(first.min() >= 0 && first.max() < (type.isFloating() ? 1 : 256));
            double middle = type.isFloating() ? 0.5 : 127.5;
            // The mean of n uniform numbers has the standard deviation range / sqrt(12 n).
            assertEquals(middle, first.mean(), 5 * 2 * middle / Math.sqrt(12 * 3000));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"FLOAT", "DOUBLE", "INT", "LONG"})
    void poisonIsFoundInEveryType(ElementType type) {
        try (BufferKernels kernels = new BufferKernels(Optional.of(session));
                DeviceArray array = session.allocate(type, 17, 3)) {
            kernels.poison(array);
            assertArrayEquals(new int[] {51, 0}, kernels.findPoison(array));
            kernels.randomize(array, 5);
            assertArrayEquals(new int[] {0, -1}, kernels.findPoison(array));
        }
    }

    @Test
    void hostCodeIsTimedByTheHostAndItsGapsAreFound() {
        BenchCase right = BenchCase.of("test", "twice", "java").prepare(buffers -> {
            Grid x = buffers.hostInput(ElementType.FLOAT, N);
            Grid y = buffers.hostOutput(ElementType.FLOAT, N);
            return Trial.host(
                    () -> {
                        for (int i = 0; i < N; i++) {
                            y.floats()[i] = 2 * x.floats()[i];
                        }
                    },
                    () -> Errors.largest(y, Grid.generate(ElementType.FLOAT, i -> 2 * x.floats()[i[0]], N)));
        });
        Measurement m = bench().run(right);
        assertTrue(m.valid(), m.problem());
        assertTrue(m.deviceSeconds().isEmpty());
        BenchCase gaps = BenchCase.of("test", "gaps", "java").prepare(buffers -> {
            Grid y = buffers.hostOutput(ElementType.INT, N);
            return Trial.host(() -> Arrays.fill(y.ints(), 0, 990, 1), () -> 0);
        });
        assertEquals(
                "10 of 1000 elements of output 0 were not written, the first at index 990",
                bench().run(gaps).problem());
    }

    @Test
    void hostCodeNeedsNoDevice() {
        BenchCase nothing =
                BenchCase.of("test", "nothing", "java").prepare(buffers -> Trial.host(Thread::onSpinWait, () -> 0));
        Measurement m = Bench.onHost().timeLimit(0.01).warmUp(0).run(nothing);
        assertTrue(m.valid());
        assertEquals("host", m.device());
        BenchCase needsDevice = BenchCase.of("test", "x", "y").prepare(buffers -> {
            buffers.input(ElementType.INT, 1);
            return Trial.host(() -> {}, () -> 0);
        });
        assertThrows(IllegalStateException.class, () -> Bench.onHost().run(needsDevice));
    }

    @Test
    void whatCannotBeCheckedSaysSo() {
        Trial unchecked = new Trial() {
            @Override
            public List<Event> run() {
                return List.of();
            }

            @Override
            public double error() {
                return 0;
            }

            @Override
            public boolean isChecked() {
                return false;
            }
        };
        Measurement m = bench().run(BenchCase.of("test", "x", "y").prepare(buffers -> unchecked));
        assertEquals(Measurement.NOT_CHECKED, m.problem());
        assertTrue(m.valid() && Double.isNaN(m.error()));
    }

    /** The host's code settles before the rest, and nothing but one round of warm-up is between that and the times. */
    @Test
    void aRestedCaseSettlesBeforeItRests() {
        List<Long> begun = new ArrayList<>();
        BenchCase rested = BenchCase.of("test", "rested", "java")
                .rested()
                .prepare(buffers -> Trial.host(() -> begun.add(System.nanoTime()), () -> 0));
        Measurement measured = Bench.onHost().timeLimit(1e-9).warmUp(1e-6).run(rested);
        assertEquals(3, measured.hostSeconds().orElseThrow().count());
        List<Integer> rests = IntStream.range(1, begun.size())
                .filter(i -> begun.get(i) - begun.get(i - 1) >= Bench.REST_SECONDS * 0.99e9)
                .boxed()
                .toList();
        assertEquals(1, rests.size(), begun::toString);
        assertTrue(rests.get(0) > 4, rests::toString); // once to be judged, and rounds until the code has settled
        assertTrue(begun.size() - rests.get(0) >= 4, begun::toString);
    }

    @Test
    void aCaseThatDoesNotCompileIsReportedAndTheOthersRun() {
        BenchCase broken = BenchCase.of("test", "broken", "direct").prepare(buffers -> {
            buffers.compile("kernel void f( {");
            return Trial.host(() -> {}, () -> 0);
        });
        List<Measurement> all = bench().run(List.of(broken, doubling("twice")));
        assertFalse(all.get(0).valid());
        assertFalse(all.get(0).problem().isBlank());
        assertTrue(all.get(1).valid());
    }

    @Test
    void nothingIsLeftOnTheDevice() {
        long before = session.memoryInUse();
        bench().run(doubling("twice"));
        bench().run(doubling("gaps"));
        assertEquals(before, session.memoryInUse());
    }

    @Test
    void anInterruptEndsTheBench() {
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> bench().run(doubling("twice")));
        assertFalse(Thread.currentThread().isInterrupted());
    }

    private static Bench bench() {
        return new Bench(session).timeLimit(0.05).warmUp(0.001);
    }

    private static BenchCase doubling(String kernelName) {
        return BenchCase.of("test", kernelName, "direct")
                .type(ElementType.FLOAT)
                .shape(N)
                .bytes(8.0 * N)
                .inCache()
                .prepare(buffers -> {
                    DeviceArray x = buffers.input(ElementType.FLOAT, N);
                    DeviceArray y = buffers.output(ElementType.FLOAT, N);
                    Kernel kernel = buffers.compile(SOURCE).kernel(kernelName).global(N);
                    return Trial.launch(() -> kernel.call(x, y), () -> error(x, y));
                });
    }

    private static double error(DeviceArray x, DeviceArray y) {
        float[] in = x.download().floats();
        return Errors.relativeToLargest(
                y.download(), Grid.generate(ElementType.FLOAT, i -> 2 * in[i[0]], (int) y.length()));
    }
}
