package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * Finds the nearest of many points, exactly, in two or three dimensions, in float or double. Points are the rows of a grid [n, 2] or
 * [n, 3]. Of points that are equally far, as computed in their type, the one with the lower index comes first.
 *
 * <pre>{@code
 * try (NeighbourIndex index = NearestNeighbours.of(session).index(points)) {
 *     NearestPoints found = index.nearest(queries, 3);
 *     int second = found.id(17, 1);                     // of the 18th query
 * }
 * }</pre>
 *
 * <p>Methods: {@code rings} searches the cells of a grid around the query, {@code nested} those of a grid whose full cells are divided, {@code
 * tree} a tree of boxes, {@code brute-force} all points. {@code simple} and {@code skip} find one neighbour by a launch for each of the 27
 * cells around a query. {@code auto}, the default, takes {@code rings} if the points are spread evenly enough or are so in finer cells,
 * {@code nested} if they are so within cells, else {@code tree}.
 */
public final class NearestNeighbours {
    /** The names of the methods. */
    public static final List<String> METHODS =
            List.of("auto", "rings", "nested", "tree", "simple", "skip", "brute-force");

    /** As measured: a row of three cells has about as many points as a processor compares at once. */
    private static final double POINTS_IN_CELL = 3;

    private final Session session;
    private final String method;
    private final double pointsInCell;

    private NearestNeighbours(Session session, String method, double pointsInCell) {
        this.session = session;
        this.method = method;
        this.pointsInCell = pointsInCell;
    }

    /** On the session's device, by the method that suits the points. */
    public static NearestNeighbours of(Session session) {
        Preconditions.notNull(session, "session");
        return new NearestNeighbours(session, "auto", POINTS_IN_CELL);
    }

    /**
     * By a method of one's own choice.
     *
     * @param name one of {@link #METHODS}; {@code auto}, if not told, takes what suits the points
     * @throws IllegalArgumentException for another name
     */
    public NearestNeighbours method(String name) {
        Preconditions.notNull(name, "name");
        if (!METHODS.contains(name)) {
            throw new IllegalArgumentException("There is no method '" + name + "' to find neighbours; there are "
                    + String.join(", ", METHODS) + ".");
        }
        return new NearestNeighbours(session, name, pointsInCell);
    }

    /**
     * With a grid of other cells, for {@code rings}.
     *
     * @param mean points in a cell, about, above 0; 3 if not told
     * @throws IllegalArgumentException if it is not above 0, or infinite
     */
    public NearestNeighbours pointsInCell(double mean) {
        if (!(mean > 0) || Double.isInfinite(mean)) {
            throw new IllegalArgumentException(
                    "The mean number of points in a cell must be above 0, found " + mean + ".");
        }
        return new NearestNeighbours(session, method, mean);
    }

    /**
     * Takes a copy of points.
     *
     * @param points floats or doubles, [n, 2] or [n, 3]: a row a point
     * @throws IllegalArgumentException if the shape or the type does not fit, or a coordinate is not finite
     */
    public NeighbourIndex index(Grid points) {
        Preconditions.notNull(points, "points");
        try (DeviceArray onDevice = session.upload(points)) {
            return index(onDevice);
        }
    }

    /**
     * Takes points from the device; what they are later does not matter until {@link NeighbourIndex#update}.
     *
     * @param points floats or doubles, [n, 2] or [n, 3]: a row a point
     * @throws IllegalArgumentException if the shape or the type does not fit
     */
    public NeighbourIndex index(DeviceArray points) {
        Preconditions.notNull(points, "points");
        requirePoints("points", points.type(), points.shape());
        SpaceCode code = new SpaceCode(session, points.type(), points.shape()[1]);
        NeighbourIndex index = new NeighbourIndex(code, points.shape()[0], method, pointsInCell);
        try {
            index.launchUpdate(points, new ArrayList<>());
            return index;
        } catch (RuntimeException e) {
            index.close();
            throw e;
        }
    }

    private void requirePoints(String what, ElementType type, int[] shape) {
        if (!type.isFloating() || shape.length != 2 || (shape[1] != 2 && shape[1] != 3)) {
            throw new IllegalArgumentException(
                    "The " + what + " must be float or double of shape [n, 2] or [n, 3], found " + type.javaName() + " "
                            + Arrays.toString(shape) + ".");
        }
        if (type == ElementType.DOUBLE && !session.device().supportsDouble()) {
            throw new IllegalArgumentException(session.device().name() + " has no double precision.");
        }
    }
}
