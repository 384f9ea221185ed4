package org.plegma.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Ceilings.Limit;

/** What it costs to start a kernel ({@code latency.cl}) and to move data between host and device, by the host's clock. */
final class TransferCases {

    private static final String LATENCY = KernelSource.resource(TransferCases.class, "latency.cl");
    /** Launches of {@link Limit#LAUNCH_QUEUED}. */
    static final int QUEUED = 200;

    private TransferCases() {}

    static List<BenchCase> launches() {
        return List.of(launch(Limit.LAUNCH, 1), launch(Limit.LAUNCH_QUEUED, QUEUED));
    }

    private static BenchCase launch(Limit limit, int count) {
        return CeilingCases.of(limit, count == 1 ? "one" : count + " together")
                .inCache()
                .prepare(buffers -> {
                    DeviceArray mark = buffers.output(ElementType.INT, 1);
                    Kernel kernel =
                            buffers.compile(LATENCY).kernel("touch").global(1).local(1);
                    return Trial.host(
                            () -> {
                                for (int i = 1; i <= count; i++) {
                                    kernel.enqueue(buffers.session().compute(), mark, i);
                                }
                                buffers.session().finish();
                            },
                            () -> Math.abs(mark.download().get(0) - count));
                });
    }

    static List<BenchCase> copies(Device device) {
        int n = (CeilingCases.isCpu(device) ? 32 << 20 : 256 << 20) / Float.BYTES;
        return List.of(
                pageable(Limit.UPLOAD_PAGEABLE, n, true),
                pageable(Limit.DOWNLOAD_PAGEABLE, n, false),
                pinned(Limit.UPLOAD_PINNED, n, true, false),
                pinned(Limit.DOWNLOAD_PINNED, n, false, true),
                pinned(Limit.BOTH_PINNED, n, true, true));
    }

    private static BenchCase.Builder copy(Limit limit, String method, int n, int ways) {
        return CeilingCases.of(limit, method)
                .type(ElementType.FLOAT)
                .shape(n)
                .bytes((double) ways * n * Float.BYTES)
                .inCache();
    }

    private static BenchCase pageable(Limit limit, int n, boolean up) {
        return copy(limit, "Java array", n, 1).prepare(buffers -> {
            Grid host = up ? buffers.hostInput(ElementType.FLOAT, n) : buffers.hostOutput(ElementType.FLOAT, n);
            DeviceArray array = up ? buffers.output(ElementType.FLOAT, n) : buffers.input(ElementType.FLOAT, n);
            return Trial.host(
                    () -> {
                        if (up) {
                            array.upload(host);
                        } else {
                            array.download(host);
                        }
                    },
                    () -> Errors.largest(array.download(), host));
        });
    }

    private static BenchCase pinned(Limit limit, int n, boolean up, boolean down) {
        return copy(limit, "pinned buffer", n, up && down ? 2 : 1).prepare(buffers -> new Pinned(buffers, n, up, down));
    }

    /** Copies between pinned memory and the device, in queues of their own so that both ways can overlap. */
    private static final class Pinned implements Trial {
        private record Upload(Grid contents, HostBuffer from, DeviceArray target) {}

        private record Download(DeviceArray source, HostBuffer to) {}

        private final Session session;
        private final @Nullable Upload upload;
        private final @Nullable Download download;

        Pinned(Buffers buffers, int n, boolean up, boolean down) {
            session = buffers.session();
            // The first random buffer of a case, so the same elements as the source below if that is the first too.
            upload = up
                    ? new Upload(
                            buffers.hostInput(ElementType.FLOAT, n),
                            session.pinned(ElementType.FLOAT, n),
                            buffers.output(ElementType.FLOAT, n))
                    : null;
            download = down
                    ? new Download(buffers.input(ElementType.FLOAT, n), session.pinned(ElementType.FLOAT, n))
                    : null;
            if (upload != null) {
                upload.from.floats().put(upload.contents.floats());
            }
        }

        @Override
        public List<Event> run() {
            if (upload != null) {
                upload.target.uploadAsync(session.upload(), upload.from);
                session.upload().flush();
            }
            if (download != null) {
                download.source.downloadAsync(session.download(), download.to);
                session.download().flush();
            }
            session.finish();
            return List.of();
        }

        @Override
        public double error() {
            double error = upload == null ? 0 : Errors.largest(upload.target.download(), upload.contents);
            if (download != null) {
                float[] got = new float[Math.toIntExact(download.to.length())];
                download.to.floats().get(got);
                error = Math.max(error, Errors.largest(Grid.of(got, got.length), download.source.download()));
            }
            return error;
        }

        @Override
        public void close() {
            if (upload != null) {
                upload.from.close();
            }
            if (download != null) {
                download.to.close();
            }
        }
    }
}
