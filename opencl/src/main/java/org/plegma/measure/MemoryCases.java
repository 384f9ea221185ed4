package org.plegma.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Ceilings.Limit;

/** Bandwidth of global memory ({@code stream.cl}) and of local memory ({@code local.cl}). */
final class MemoryCases {

    private static final String STREAM = KernelSource.resource(MemoryCases.class, "stream.cl");
    private static final String LOCAL = KernelSource.resource(MemoryCases.class, "local.cl");
    private static final int LOCAL_UNROLL = 16;
    private static final long MIB = 1 << 20;

    private MemoryCases() {}

    /** How one work-item reads and writes: vector width, accesses, the size of its work-group, whether stores pass the caches. */
    private record Shape(int width, int elements, int group, boolean pastCaches) {
        Shape(int width, int elements, int group) {
            this(width, elements, group, false);
        }

        String method() {
            return "float" + width + " x" + elements + ", groups of " + group + (pastCaches ? ", past the caches" : "");
        }

        String[] options(Device device) {
            Stream<String> store = pastCaches ? Stream.of("-DPAST_CACHES") : Stream.empty();
            return Stream.concat(
                            Stream.of(BufferKernels.blocks(device), "-DREAL=float" + width, "-DELEMENTS=" + elements),
                            store)
                    .toArray(String[]::new);
        }
    }

    /** A stream kernel, its limit, and the factors of a and b in what it computes. */
    private record Sum(Limit limit, String kernel, int arrays, float fromA, float fromB) {}

    private static final List<Sum> SUMS = List.of(
            new Sum(Limit.COPY, "stream_copy", 2, 1, 0),
            new Sum(Limit.SCALE, "stream_scale", 2, 2, 0),
            new Sum(Limit.ADD, "stream_add", 3, 1, 1),
            new Sum(Limit.TRIAD, "stream_triad", 3, 1, 2));

    /** Floats in one array: far beyond any cache, within a part of the memory, a multiple of every variant's block. */
    static int floats(Device device) {
        long wanted = CeilingCases.isCpu(device) ? Math.max(64 * MIB, 2 * device.cacheBytes()) : 2048 * MIB;
        long most = Math.min(device.globalMemoryBytes() / 16, device.maxAllocationBytes());
        long bytes = Math.min(Math.min(wanted, most), 2048 * MIB);
        return (int) (Math.max(4 * MIB, bytes / (4 * MIB) * (4 * MIB)) / Float.BYTES);
    }

    static List<BenchCase> stream(Device device) {
        List<Shape> shapes = CeilingCases.isCpu(device)
                ? List.of(new Shape(16, 4096, 1), new Shape(16, 4096, 1, true))
                : List.of(new Shape(4, 1, 256), new Shape(4, 4, 256));
        List<BenchCase> cases = new ArrayList<>();
        for (Sum stream : SUMS) {
            for (Shape shape : shapes) {
                cases.add(stream(device, stream, shape));
            }
        }
        return cases;
    }

    private static BenchCase stream(Device device, Sum stream, Shape shape) {
        int n = floats(device);
        return CeilingCases.of(stream.limit(), shape.method())
                .type(ElementType.FLOAT)
                .shape(n)
                .bytes((double) stream.arrays() * n * Float.BYTES)
                .cells(n)
                .prepare(buffers -> {
                    DeviceArray a = buffers.input(ElementType.FLOAT, n);
                    DeviceArray b = buffers.input(ElementType.FLOAT, n);
                    DeviceArray out = buffers.output(ElementType.FLOAT, n);
                    Program program = buffers.compile(STREAM, shape.options(device));
                    Kernel kernel = program.kernel(stream.kernel())
                            .global(n / shape.width() / shape.elements())
                            .local(shape.group());
                    Kernel verify = BufferKernels.start(program.kernel("stream_verify"), device, n);
                    return Trial.launch(() -> kernel.call(a, b, out), () -> {
                        int[] wrong = {0};
                        verify.call(a, b, out, (long) n, stream.fromA(), stream.fromB(), wrong)
                                .await();
                        return wrong[0];
                    });
                });
    }

    /** Work-group size, vector width, start positions, rounds. */
    private record Tile(int group, int width, int window, int rounds) {
        String method() {
            return "float" + width + ", groups of " + group;
        }

        long bytes() {
            return (long) (window + LOCAL_UNROLL * group) * width * Float.BYTES;
        }
    }

    static List<BenchCase> local(Device device) {
        boolean cpu = CeilingCases.isCpu(device);
        List<Tile> tiles = cpu
                ? List.of(new Tile(1, 16, 128, 8192), new Tile(1, 8, 256, 8192))
                : List.of(new Tile(256, 1, 1024, 2048), new Tile(128, 2, 512, 2048), new Tile(64, 4, 256, 2048));
        int groups = device.computeUnits() * (cpu ? 32 : 64);
        return tiles.stream()
                .filter(t -> t.bytes() <= device.localMemoryBytes())
                .map(t -> local(t, groups))
                .toList();
    }

    private static BenchCase local(Tile tile, int groups) {
        int items = groups * tile.group();
        return CeilingCases.of(Limit.LOCAL, tile.method())
                .type(ElementType.FLOAT)
                .shape(items)
                .bytes((double) items * tile.rounds() * LOCAL_UNROLL * tile.width() * Float.BYTES)
                .inCache()
                .prepare(buffers -> {
                    DeviceArray out = buffers.output(ElementType.FLOAT, items, tile.width());
                    Kernel kernel = buffers.compile(
                                    LOCAL,
                                    "-DREAL=float" + (tile.width() == 1 ? "" : tile.width()),
                                    "-DGROUP=" + tile.group(),
                                    "-DWINDOW=" + tile.window())
                            .kernel("local_read")
                            .global(items)
                            .local(tile.group());
                    Grid expected = expected(tile, groups);
                    return Trial.launch(
                            () -> kernel.call(out, tile.rounds()),
                            () -> Errors.relativeToLargest(out.download(), expected));
                });
    }

    /** What each item of a group reads, added up; the sums stay below 2^24, so float is exact. */
    private static Grid expected(Tile tile, int groups) {
        float[] sums = new float[tile.group()];
        for (int item = 0; item < tile.group(); item++) {
            int start = item & (tile.window() - 1);
            long sum = 0;
            for (int round = 0; round < tile.rounds(); round++) {
                for (int k = 0; k < LOCAL_UNROLL; k++) {
                    sum += (start + k * tile.group()) & 63;
                }
                start = (start + tile.group()) & (tile.window() - 1);
            }
            sums[item] = sum;
        }
        return Grid.generate(
                ElementType.FLOAT, index -> sums[index[0] % tile.group()], groups * tile.group(), tile.width());
    }
}
