package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Queue;

/** Looks at points, and refuses those that are not finite, with memory that it keeps for the next ones. */
final class PointReader implements AutoCloseable {
    private static final int GROUPS_A_UNIT = 4;
    private static final int GROUP = 256;

    /** The box of most points is taken if another one is so many times as wide, and if each group has so many points. */
    private static final int NARROWER = 64;

    private static final int OF_GROUP = 64;
    private static final int SOME = 15;

    private static final int MOST_COUNTS = 2;

    private final SpaceCode code;
    private final int groups;
    private final int group;
    private final DeviceArray boxes;
    private final HostBuffer host;
    private final DeviceArray told;
    private Optional<Event> looked = Optional.empty();

    PointReader(SpaceCode code) {
        this.code = code;
        groups = code.session().device().computeUnits() * GROUPS_A_UNIT;
        group = code.isWide() ? 1 : GROUP;
        boxes = code.session().allocate(code.type(), groups, 6);
        host = code.session().pinned(code.type(), 6 * groups);
        told = code.session().allocate(ElementType.INT, Evenness.WORDS);
        told.fill(0);
    }

    /**
     * Begins to look at points.
     *
     * @param counts ints that it makes 0 by the way, two arrays at most
     */
    void look(DeviceArray points, List<DeviceArray> counts, List<Event> events) {
        int count = points.shape()[0];
        if (count == 0) {
            return;
        }
        List<Object> arguments = new ArrayList<>(List.of(points, count, boxes, told, Evenness.WORDS));
        for (int i = 0; i < MOST_COUNTS; i++) {
            DeviceArray array = i < counts.size() ? counts.get(i) : told;
            arguments.addAll(List.of(i < counts.size() ? Math.toIntExact(array.length()) : 0, array));
        }
        looked = Optional.of(code.kernel("bounds", List.of("-DGROUP=" + group), "space.cl", "grid.cl", "bounds.cl")
                .global((long) groups * group)
                .local(group)
                .launch(code.session().compute(), arguments.toArray()));
        events.add(looked.orElseThrow());
    }

    /** The points that it has begun to look at, with their box, if all are finite. Waits until it has looked at all. */
    Optional<PointCloud> cloud(Coordinates coordinates) {
        double[] low = {0, 0, 0};
        double[] high = {0, 0, 0};
        int count = coordinates.count();
        if (count == 0) {
            return Optional.of(new PointCloud(coordinates, low, high, new double[0][]));
        }
        // In a queue of its own, so that what was launched since goes on. Oclgrind has no barriers.
        Queue queue = code.session().device().isOclgrind()
                ? code.session().compute()
                : code.session().untimedDownload();
        queue.waitFor(looked.orElseThrow());
        boxes.downloadAsync(queue, host).await();
        double[] all = new double[6 * groups];
        for (int i = 0; i < all.length; i++) {
            all[i] = code.type() == ElementType.FLOAT
                    ? host.floats().get(i)
                    : host.doubles().get(i);
        }
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        boolean finite = true;
        for (int i = 0; i < groups; i++) {
            finite &= !Double.isNaN(all[6 * i]);
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = Math.min(low[axis], all[6 * i + axis]);
                high[axis] = Math.max(high[axis], all[6 * i + 3 + axis]);
            }
        }
        return finite
                ? Optional.of(new PointCloud(coordinates, low, high, most(all, low, high, count)))
                : Optional.empty();
    }

    /** The middle one of some groups' boxes, each of points from everywhere; empty if not much narrower than that of all. */
    private double[][] most(double[] all, double[] low, double[] high, int count) {
        // Of a small number of points, the last groups have none.
        int full = Math.min(groups, count / group);
        int some = Math.min(full, SOME);
        if (some < Math.min(groups, SOME) || count < (long) OF_GROUP * full) {
            return new double[0][];
        }
        double[] ends = new double[some];
        double[][] most = new double[2][3];
        boolean narrow = false;
        for (int axis = 0; axis < 3; axis++) {
            for (int side = 0; side < 2; side++) {
                for (int i = 0; i < some; i++) {
                    ends[i] = all[6 * (i * full / some) + 3 * side + axis];
                }
                Arrays.sort(ends);
                most[side][axis] = ends[some / 2];
            }
            double extent = most[1][axis] - most[0][axis];
            narrow |= extent > 0 && high[axis] - low[axis] > NARROWER * extent;
        }
        return narrow ? most : new double[0][];
    }

    /** Queries. The kernels that read them tell whether they are finite. */
    Coordinates queries(DeviceArray points) {
        return new Coordinates(points, told);
    }

    /** What kernels have told, of which they begin anew. Waits for them. */
    int[] told() {
        int[] now = told.download().ints();
        if (Arrays.stream(now).anyMatch(word -> word != 0)) {
            told.fill(0);
        }
        return now;
    }

    /**
     * Refuses queries of which a kernel has told that not all are finite.
     *
     * @throws IllegalArgumentException naming the place
     */
    void requireFinite(int[] now, Coordinates queries) {
        if (now[0] != 0) {
            throw new IllegalArgumentException(message(queries.points(), "query"));
        }
    }

    /** What refuses points that are not finite, naming the place. */
    IllegalArgumentException refusal(DeviceArray points) {
        return new IllegalArgumentException(message(points, "point"));
    }

    private String message(DeviceArray points, String what) {
        double[] values = points.download().to(ElementType.DOUBLE).doubles();
        int axes = code.axes();
        int first = 0;
        while (Double.isFinite(values[first])) {
            first++;
        }
        first /= axes;
        double[] found = Arrays.copyOfRange(values, first * axes, (first + 1) * axes);
        return "The coordinates of a " + what + " must be finite, found " + Arrays.toString(found) + " in " + what + " "
                + first + ".";
    }

    @Override
    public void close() {
        boxes.close();
        host.close();
        told.close();
    }
}
