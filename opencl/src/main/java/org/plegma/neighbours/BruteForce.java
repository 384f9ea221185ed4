package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** Method that compares each query with each point. */
final class BruteForce implements SearchMethod {
    private final SpaceCode code;
    private final int count;
    private final DeviceArray ids;
    private final DeviceArray arranged;

    BruteForce(SpaceCode code, int count) {
        this.code = code;
        this.count = count;
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        ids = code.session().upload(all);
        arranged = code.session().allocate(code.type(), count, SpaceCode.NUMBERS);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        if (count > 0) {
            events.add(code.forAll(code.kernel("arrange", "space.cl"), count)
                    .launch(code.session().compute(), points.points(), ids, (long) count, arranged));
        }
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        List<Object> arguments = new ArrayList<>(
                List.of(queries.points(), (long) queries.count(), queries.told(), arranged, (long) count));
        arguments.addAll(wanted.results());
        events.add(
                code.forAll(code.kernel("brute", wanted.options(), "space.cl", "found.cl", "brute.cl"), queries.count())
                        .launch(code.session().compute(), arguments.toArray()));
    }

    @Override
    public long bytes() {
        return ids.bytes() + arranged.bytes();
    }

    @Override
    public String explain() {
        return "brute-force: each of " + count + " points";
    }

    @Override
    public void close() {
        ids.close();
        arranged.close();
    }
}
