package org.plegma.neighbours;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** Points on a device as they were given, [n, 2] or [n, 3], all of them finite, with their box. */
final class PointCloud {
    private final DeviceArray points;
    private final double[] low;
    private final double[] high;

    private PointCloud(DeviceArray points, double[] low, double[] high) {
        this.points = points;
        this.low = low;
        this.high = high;
    }

    /** Looks at points, with memory that it keeps for the next ones. */
    static final class Reader implements AutoCloseable {
        private static final int GROUPS_A_UNIT = 4;
        private static final int GROUP = 256;

        private final SpaceCode code;
        private final int groups;
        private final int group;
        private final DeviceArray boxes;
        private final DeviceArray wrong;

        Reader(SpaceCode code) {
            this.code = code;
            groups = code.session().device().computeUnits() * GROUPS_A_UNIT;
            group = code.isWide() ? 1 : GROUP;
            boxes = code.session().allocate(code.type(), groups, 6);
            wrong = code.session().allocate(ElementType.INT, groups);
        }

        /**
         * Waits until it has looked at all.
         *
         * @param what they are, for messages
         * @throws IllegalArgumentException if a coordinate is not finite, naming the place
         */
        PointCloud read(DeviceArray points, String what, List<Event> events) {
            double[] low = {0, 0, 0};
            double[] high = {0, 0, 0};
            int count = points.shape()[0];
            if (count == 0) {
                return new PointCloud(points, low, high);
            }
            events.add(code.kernel("bounds", List.of("-DGROUP=" + group), "space.cl", "bounds.cl")
                    .global((long) groups * group)
                    .local(group)
                    .launch(code.session().compute(), points, count, boxes, wrong));
            int first = Arrays.stream(wrong.download().ints()).min().orElseThrow();
            if (first < count) {
                throw new IllegalArgumentException(message(points, what, first));
            }
            double[] all = boxes.download().to(ElementType.DOUBLE).doubles();
            Arrays.fill(low, Double.POSITIVE_INFINITY);
            Arrays.fill(high, Double.NEGATIVE_INFINITY);
            for (int i = 0; i < groups; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    low[axis] = Math.min(low[axis], all[6 * i + axis]);
                    high[axis] = Math.max(high[axis], all[6 * i + 3 + axis]);
                }
            }
            return new PointCloud(points, low, high);
        }

        private String message(DeviceArray points, String what, int first) {
            double[] values = points.download().to(ElementType.DOUBLE).doubles();
            double[] found = Arrays.copyOfRange(values, first * code.axes(), (first + 1) * code.axes());
            return "The coordinates of a " + what + " must be finite, found " + Arrays.toString(found) + " in " + what
                    + " " + first + ".";
        }

        @Override
        public void close() {
            boxes.close();
            wrong.close();
        }
    }

    DeviceArray points() {
        return points;
    }

    int count() {
        return points.shape()[0];
    }

    double low(int axis) {
        return low[axis];
    }

    double high(int axis) {
        return high[axis];
    }

    double extent(int axis) {
        return high[axis] - low[axis];
    }
}
