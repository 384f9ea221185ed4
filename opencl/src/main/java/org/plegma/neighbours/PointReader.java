package org.plegma.neighbours;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** Looks at points, and refuses those that are not finite, with memory that it keeps for the next ones. */
final class PointReader implements AutoCloseable {
    private static final int GROUPS_A_UNIT = 4;
    private static final int GROUP = 256;

    private final SpaceCode code;
    private final int groups;
    private final int group;
    private final DeviceArray boxes;
    private final DeviceArray wrong;

    PointReader(SpaceCode code) {
        this.code = code;
        groups = code.session().device().computeUnits() * GROUPS_A_UNIT;
        group = code.isWide() ? 1 : GROUP;
        boxes = code.session().allocate(code.type(), groups, 6);
        wrong = code.session().allocate(ElementType.INT, 2);
        wrong.fill(0);
    }

    /**
     * Points with their box. Waits until it has looked at all.
     *
     * @throws IllegalArgumentException if a coordinate is not finite, naming the place
     */
    PointCloud cloud(DeviceArray points, List<Event> events) {
        double[] low = {0, 0, 0};
        double[] high = {0, 0, 0};
        Coordinates coordinates = new Coordinates(points, wrong);
        int count = coordinates.count();
        if (count == 0) {
            return new PointCloud(coordinates, low, high);
        }
        events.add(code.kernel("bounds", List.of("-DGROUP=" + group), "space.cl", "bounds.cl")
                .global((long) groups * group)
                .local(group)
                .launch(code.session().compute(), points, count, boxes));
        double[] all = boxes.download().to(ElementType.DOUBLE).doubles();
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
        if (!finite) {
            throw new IllegalArgumentException(message(points, "point"));
        }
        return new PointCloud(coordinates, low, high);
    }

    /** Queries. The kernels that read them tell whether they are finite. */
    Coordinates queries(DeviceArray points) {
        return new Coordinates(points, wrong);
    }

    /**
     * Waits until the kernels have read the queries.
     *
     * @return how many a search has left
     * @throws IllegalArgumentException if a coordinate is not finite, naming the place
     */
    int requireFinite(Coordinates queries) {
        int[] told = wrong.download().ints();
        if (told[0] != 0 || told[1] != 0) {
            wrong.fill(0);
        }
        if (told[0] != 0) {
            throw new IllegalArgumentException(message(queries.points(), "query"));
        }
        return told[1];
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
        wrong.close();
    }
}
