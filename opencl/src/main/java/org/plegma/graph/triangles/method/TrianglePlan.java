package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/** A graph on a device, and the launches that count its triangles. Not thread-safe. */
public final class TrianglePlan implements AutoCloseable {
    private final Session session;
    private final Sums sums;
    private final List<DeviceArray> owned = new ArrayList<>();
    private final List<Launch> launches = new ArrayList<>();
    private long bytes;
    private Optional<DeviceArray> counts = Optional.empty();
    private int[] original = {};

    private record Launch(Kernel kernel, Object[] arguments) {}

    TrianglePlan(Session session) {
        this.session = session;
        this.sums = new Sums(session);
    }

    /** An array that is closed with this plan, and which a count reads. */
    DeviceArray input(Object primitiveArray) {
        DeviceArray array = session.upload(primitiveArray);
        owned.add(array);
        bytes += array.bytes();
        return array;
    }

    /** An array of so many bytes or integers, all 0, that is closed with this plan. */
    DeviceArray zeros(ElementType type, int length) {
        DeviceArray array = session.allocate(type, length);
        owned.add(array);
        array.fill(0);
        return array;
    }

    /** Makes it count for each vertex too, by numbers of which vertex {@code original[i]} of the graph has number i. */
    DeviceArray countEach(int[] numbers) {
        original = numbers;
        counts = Optional.of(zeros(ElementType.INT, numbers.length));
        return counts.get();
    }

    DeviceArray slots() {
        return sums.slots();
    }

    /** One more launch of each count. */
    void add(Kernel kernel, Object... arguments) {
        launches.add(new Launch(kernel, arguments));
    }

    /** Counts, or has the device begin to; {@link #total} gives the result. */
    public List<Event> launch() {
        List<Event> events = new ArrayList<>();
        counts.ifPresent(each -> events.add(each.fill(0)));
        for (Launch launch : launches) {
            events.add(launch.kernel.launch(session.compute(), launch.arguments));
        }
        events.add(sums.add());
        return events;
    }

    /** Counts, and waits for the result. */
    public long count() {
        launch();
        return total();
    }

    /** What the last launch found. */
    public long total() {
        return sums.total();
    }

    /**
     * How many triangles of the last launch each vertex is in. They fit an int: no two triangles at a vertex share the edge
     * opposite to it, so that there are no more of them than edges.
     *
     * @throws UnsupportedOperationException if the plan was not made to count them
     */
    public int[] perVertex() {
        DeviceArray found = counts.orElseThrow(
                () -> new UnsupportedOperationException("This plan counts triangles of the whole graph only."));
        int[] byNumber = new int[original.length];
        found.download(byNumber);
        int[] each = new int[byNumber.length];
        for (int number = 0; number < each.length; number++) {
            each[original[number]] = byNumber[number];
        }
        return each;
    }

    /** Where the last launch leaves the number of triangles: one long. */
    public DeviceArray result() {
        return sums.result();
    }

    /** Bytes that a count has to read, if each is read once. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        owned.forEach(DeviceArray::close);
        sums.close();
    }
}
