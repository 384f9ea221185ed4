package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** The curve visits each point once, and its steps are short: an error there makes a search slow, not wrong. */
class CurveOrderTest {
    /** The mean step along the curve through a lattice, its points in any order, in widths of the lattice. */
    private static double meanStep(Session session, ElementType type, int axes, DoubleUnaryOperator coordinate) {
        int n = (int) Math.pow(side(axes), axes);
        List<Integer> mixed = new ArrayList<>(IntStream.range(0, n).boxed().toList());
        Collections.shuffle(mixed, new Random(1));
        Grid points =
                Grid.generate(type, i -> coordinate.applyAsDouble(onLattice(mixed.get(i[0]), i[1], axes)), n, axes);
        try (SpaceCode code = new SpaceCode(session, type, axes);
                PointReader reader = new PointReader(code);
                RankTable table = new RankTable(code);
                CurveOrder order = CurveOrder.ofPoints(code, n);
                CurveOrder asQueries = CurveOrder.ofQueries(code, n);
                DeviceArray onDevice = session.upload(points)) {
            Coordinates coordinates = reader.queries(onDevice);
            table.run(coordinates, new ArrayList<>());
            order.run(coordinates, table, new ArrayList<>());
            asQueries.run(coordinates, table, new ArrayList<>());
            long[] keys = new long[n];
            order.keys().download(keys);
            int[] firstBits = new int[n];
            asQueries.keys().download(firstBits);
            for (int i = 0; i < n; i++) {
                assertEquals((int) (keys[i] >>> CurveOrder.FINER_BITS), firstBits[i]);
            }
            int[] places = order.places().download().ints();
            int[] all = places.clone();
            Arrays.sort(all);
            for (int i = 0; i < n; i++) {
                assertEquals(i, all[i]);
            }
            double sum = 0;
            for (int i = 1; i < n; i++) {
                double squares = 0;
                for (int axis = 0; axis < axes; axis++) {
                    double step = onLattice(mixed.get(places[i]), axis, axes)
                            - onLattice(mixed.get(places[i - 1]), axis, axes);
                    squares += step * step;
                }
                sum += Math.sqrt(squares);
            }
            return sum / (n - 1);
        }
    }

    /** As many points as tell something of low bits, too. */
    private static int side(int axes) {
        return axes == 2 ? 128 : 16;
    }

    private static int onLattice(int point, int axis, int axes) {
        return point / (int) Math.pow(side(axes), axis) % side(axes);
    }

    @Test
    void stepsGoToNeighbours() {
        try (Session session = Session.open()) {
            for (int axes : new int[] {2, 3}) {
                for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
                    double even = meanStep(session, type, axes, x -> x);
                    double uneven = meanStep(session, type, axes, x -> Math.pow(1 + x, 3));
                    String what = type.javaName() + ", " + axes + " axes: " + even + ", uneven " + uneven;
                    assertTrue(even < 1.15, what);
                    assertTrue(uneven < 1.15, what);
                }
            }
        }
    }
}
