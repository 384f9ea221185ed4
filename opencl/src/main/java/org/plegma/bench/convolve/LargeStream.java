package org.plegma.bench.convolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Places;
import org.plegma.measure.Trial;

/** An image with more cells than an array of Java has elements, from pinned memory to pinned memory. */
final class LargeStream implements Trial {
    private static final long MEMORY = 4L << 30;
    private static final int SAMPLES = 32;

    private final int side;
    private final int radius;
    private final StreamSource noise;
    private final StreamPinned in;
    private final StreamPinned out;
    private final StreamPlan plan;

    private LargeStream(Session session, int side, int radius) {
        this.side = side;
        this.radius = radius;
        noise = StreamFamily.noise(side, side);
        in = StreamPinned.of(session, ElementType.FLOAT, side, side);
        noise.copyTo(in);
        out = StreamPinned.of(session, ElementType.FLOAT, side, side);
        plan = StreamFamily.settings(session).stream(StreamFamily.filter(radius))
                .memory(MEMORY, MEMORY)
                .timeline(false)
                .plan(in, out);
    }

    static BenchCase of(int side, int radius) {
        double cells = (double) side * side;
        return BenchCase.of(StreamFamily.FAMILY, "large", StreamFamily.OVERLAPPED)
                .type(ElementType.FLOAT)
                .shape(side, side)
                .parameter("radius", radius)
                .bytes(2 * cells * Float.BYTES)
                .cells(cells)
                .tolerance((4 * radius + 6) * 0x1p-24)
                .inCache()
                .prepare(buffers -> new LargeStream(buffers.session(), side, radius));
    }

    @Override
    public List<Event> run() {
        plan.run(in, out);
        return List.of();
    }

    /** Of some cells, by the definition in double precision. */
    @Override
    public double error() {
        double[] taps =
                StreamFamily.filter(radius).flipped().factors().orElseThrow().get(0);
        double worst = 0;
        for (int[] cell : Places.of(SAMPLES, side, side)) {
            double sum = 0;
            for (int i = 0; i < taps.length; i++) {
                FloatBuffer row = row(noise, Boundary.REFLECT.fold(cell[0] - radius + i, side));
                for (int j = 0; j < taps.length; j++) {
                    sum += taps[i] * taps[j] * row.get(Boundary.REFLECT.fold(cell[1] - radius + j, side));
                }
            }
            worst = Math.max(worst, Math.abs(sum - row(out, cell[0]).get(cell[1])));
        }
        return worst;
    }

    private FloatBuffer row(StreamSource source, int row) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(side * Float.BYTES).order(ByteOrder.nativeOrder());
        try {
            source.read(row, 1, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.rewind().asFloatBuffer();
    }

    @Override
    public void close() {
        plan.close();
        in.close();
        out.close();
    }
}
