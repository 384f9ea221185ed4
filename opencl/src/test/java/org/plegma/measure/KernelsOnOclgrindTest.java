package org.plegma.measure;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.testing.Oclgrind;

/** The kernels of this package read and write within bounds, without races, and use nothing that was not written. */
class KernelsOnOclgrindTest {

    /** Runs every kernel on a few elements, each to its end: Oclgrind fails on two at once. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open();
                    BufferKernels kernels = new BufferKernels(Optional.of(session));
                    DeviceArray a = session.allocate(ElementType.FLOAT, 64);
                    DeviceArray b = session.allocate(ElementType.FLOAT, 64);
                    DeviceArray out = session.allocate(ElementType.FLOAT, 64)) {
                for (ElementType type : ElementType.values()) {
                    try (DeviceArray array = session.allocate(type, 3, 37)) {
                        kernels.poison(array);
                        session.finish();
                        kernels.findPoison(array);
                        kernels.randomize(array, -1);
                        session.finish();
                    }
                }
                kernels.randomize(a, 1);
                session.finish();
                kernels.randomize(b, 2);
                session.finish();
                Program stream = session.compile(
                        KernelSource.resource(Ceilings.class, "stream.cl"), "-DREAL=float2", "-DELEMENTS=4");
                for (String name : new String[] {"stream_copy", "stream_scale", "stream_add", "stream_triad"}) {
                    stream.kernel(name).global(8).local(4).call(a, b, out).await();
                }
                for (int blocks = 0; blocks <= 1; blocks++) {
                    int[] wrong = {0};
                    session.compile(KernelSource.resource(Ceilings.class, "stream.cl"), "-DBLOCKS=" + blocks)
                            .kernel("stream_verify")
                            .global(5)
                            .call(a, b, out, 64L, 1f, 2f, wrong)
                            .await();
                    session.compile(KernelSource.resource(Ceilings.class, "intensity.cl"), "-DBLOCKS=" + blocks)
                            .kernel("intensity_verify")
                            .global(5)
                            .call(a, out, 64L, 8f, new int[1])
                            .await();
                    int[] found = {0, Integer.MAX_VALUE};
                    session.compile(KernelSource.resource(Ceilings.class, "buffers.cl"), "-DBLOCKS=" + blocks)
                            .kernel("find_poison")
                            .global(5)
                            .call(a, 64L, found)
                            .await();
                }
                Program intensity = session.compile(KernelSource.resource(Ceilings.class, "intensity.cl"));
                intensity
                        .kernel("intensity")
                        .global(4)
                        .local(2)
                        .call(a, out, 1f, 1f)
                        .await();
                session.compile(KernelSource.resource(Ceilings.class, "fma.cl"), "-DREAL=float4")
                        .kernel("fma_chains")
                        .global(16)
                        .call(out, 1f, 1f, 2)
                        .await();
                session.compile(KernelSource.resource(Ceilings.class, "local.cl"), "-DGROUP=8", "-DWINDOW=16")
                        .kernel("local_read")
                        .global(16)
                        .local(8)
                        .call(out, 3)
                        .await();
                session.compile(KernelSource.resource(Ceilings.class, "latency.cl"))
                        .kernel("touch")
                        .global(1)
                        .call(new int[1], 7)
                        .await();
            }
        }
    }

    @Test
    void everyKernelIsClean() throws IOException {
        Oclgrind.assertClean(Main.class);
    }
}
