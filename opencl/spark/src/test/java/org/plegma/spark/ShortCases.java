package org.plegma.spark;

import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/** Cases that are over soon: one kernel, of different sizes. */
record ShortCases(int count) implements CaseSource {

    @Override
    public List<BenchCase> cases(Device device) {
        return IntStream.rangeClosed(1, count).mapToObj(ShortCases::sized).toList();
    }

    private static BenchCase sized(int number) {
        int n = 1000 + number;
        return BenchCase.of("short", "double", "direct")
                .type(ElementType.FLOAT)
                .shape(n)
                .bytes(8.0 * n)
                .inCache()
                .prepare(buffers -> prepare(buffers, n));
    }

    private static Trial prepare(Buffers buffers, int n) {
        DeviceArray x = buffers.input(ElementType.FLOAT, n);
        DeviceArray y = buffers.output(ElementType.FLOAT, n);
        Kernel kernel = buffers.compile("kernel void twice(global const float* x, global float* y)"
                        + " { y[get_global_id(0)] = 2 * x[get_global_id(0)]; }")
                .kernel("twice")
                .global(n);
        return Trial.launch(() -> kernel.call(x, y), () -> {
            float[] in = x.download().floats();
            float[] out = y.download().floats();
            double most = 0;
            for (int i = 0; i < n; i++) {
                most = Math.max(most, Math.abs(out[i] - 2 * in[i]));
            }
            return most;
        });
    }
}
