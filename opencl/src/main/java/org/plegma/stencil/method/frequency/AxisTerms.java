package org.plegma.stencil.method.frequency;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** Sums along one axis whose terms are shifts: rows of terms, each a distance and the place in the source that it takes. */
final class AxisTerms {
    private final int size;
    private final List<Integer> firsts = new ArrayList<>(List.of(0));
    private final List<Integer> distances = new ArrayList<>();
    private final List<Integer> sources = new ArrayList<>();

    /** @param size of the axis, after which distances come round */
    AxisTerms(int size) {
        this.size = size;
    }

    /** Adds a term to the row that is not yet ended. */
    void add(int distance, int source) {
        distances.add(Math.floorMod(distance, size));
        sources.add(source);
    }

    /** Ends a row, which may be empty, and tells its index. */
    int endRow() {
        firsts.add(distances.size());
        return rows() - 1;
    }

    int rows() {
        return firsts.size() - 1;
    }

    int size() {
        return size;
    }

    OnDevice on(Session session, Program program) {
        DeviceArray roots = session.allocate(ElementType.DOUBLE, size, 2);
        program.kernel("compute_roots")
                .global(Kernel.roundUp(size, 64))
                .local(64)
                .enqueue(session.compute(), roots, size);
        return new OnDevice(upload(session, firsts), upload(session, distances), upload(session, sources), roots);
    }

    private static DeviceArray upload(Session session, List<Integer> numbers) {
        return session.upload(Grid.of(numbers.stream().mapToInt(n -> n).toArray(), numbers.size()));
    }

    /** The same on a device, with the roots of the axis. */
    record OnDevice(DeviceArray firsts, DeviceArray distances, DeviceArray sources, DeviceArray roots)
            implements AutoCloseable {
        @Override
        public void close() {
            firsts.close();
            distances.close();
            sources.close();
            roots.close();
        }
    }
}
