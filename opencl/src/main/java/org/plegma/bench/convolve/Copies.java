package org.plegma.bench.convolve;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.measure.Trial;

/** The image through pinned memory one way, piece by piece. */
final class Copies implements Trial {
    static final int PIECES = 64;

    private final Session session;
    private final StreamPinned image;
    private final DeviceArray strip;
    private final boolean up;
    private final int rows;

    Copies(Session session, int height, int width, boolean up) {
        this.session = session;
        this.up = up;
        this.rows = height / PIECES;
        this.image = StreamPinned.of(session, ElementType.FLOAT, height, width);
        StreamFamily.noise(height, width).copyTo(image);
        Grid other = Grid.random(ElementType.FLOAT, 1, rows, width);
        this.strip = session.upload(other);
    }

    @Override
    public List<Event> run() {
        for (int piece = 0; piece < PIECES; piece++) {
            enqueue(piece);
        }
        queue().finish();
        return List.of();
    }

    Queue queue() {
        return up ? session.upload() : session.download();
    }

    void enqueue(int k) {
        long rowLength = image.shape()[1];
        for (StreamPinned.Piece piece : image.pieces(k * rows, rows)) {
            long at = (piece.row() - (long) k * rows) * rowLength;
            long count = piece.rows() * rowLength;
            if (up) {
                strip.uploadAsync(queue(), piece.buffer(), piece.offset(), at, count);
            } else {
                strip.downloadAsync(queue(), piece.buffer(), piece.offset(), at, count);
            }
        }
        queue().flush();
    }

    @Override
    public double error() {
        int width = image.shape()[1];
        int first = image.shape()[0] - rows;
        float[] last = new float[rows * width];
        image.pieces(first, rows).forEach(piece -> piece.buffer()
                .floats()
                .get(Math.toIntExact(piece.offset()), last, (piece.row() - first) * width, piece.rows() * width));
        return StreamFamily.difference(last, strip.download().floats());
    }

    @Override
    public void close() {
        strip.close();
        image.close();
    }
}
