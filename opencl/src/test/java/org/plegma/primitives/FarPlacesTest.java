package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Gathers and scatters part by part against loops, with parts of 64 and 256 elements and tiles of 512 to 2048. */
class FarPlacesTest {
    private static final List<ElementType> TYPES =
            List.of(ElementType.FLOAT, ElementType.LONG, ElementType.SHORT, ElementType.BYTE);

    @Test
    void placesAnywhereTogetherAndOutside() {
        try (Session session = Session.open()) {
            for (ElementType type : TYPES) {
                FarPlaces.Shape shape =
                        new FarPlaces.Shape(4, 256L * type.bytes(), 64L * type.bytes(), 0, 0, Integer.MAX_VALUE);
                FarPlaces far = new FarPlaces(session, type, shape);
                try (Gather gather = new Gather(session, type, true, Optional.of(far))) {
                    for (int n : new int[] {5000, 1, 63, 2048, 2049}) {
                        for (int size : new int[] {1, 64, 65, 4096, 4097, 40_000}) {
                            Random random = new Random(n + size);
                            int[] places = random.ints(n, 0, size).toArray();
                            check(session, gather, type, places, size);
                            check(
                                    session,
                                    gather,
                                    type,
                                    random.ints(n, 0, Math.min(5, size)).toArray(),
                                    size);
                            places[n / 2] = size;
                            places[n / 3] = -1;
                            places[n / 5] = Integer.MIN_VALUE;
                            check(session, gather, type, places, size);
                            Arrays.fill(places, Integer.MAX_VALUE);
                            check(session, gather, type, places, size);
                        }
                    }
                }
            }
        }
    }

    private static void check(Session session, Gather gather, ElementType type, int[] places, int size) {
        int n = places.length;
        String what = type + ", " + n + " places of " + size;
        int firstOutside = IntStream.range(0, n)
                .filter(i -> places[i] < 0 || places[i] >= size)
                .findFirst()
                .orElse(-1);
        Object all = array(type, size, i -> i * 7 % 101 + 1);
        Object some = array(type, n, i -> i * 11 % 103 + 1);
        try (DeviceArray asked = session.upload(places);
                DeviceArray from = session.upload(all);
                DeviceArray to = session.upload(array(type, n, i -> 0));
                DeviceArray values = session.upload(some);
                DeviceArray spread = session.upload(array(type, size, i -> 0))) {
            gather.gather(from, asked, to);
            checkOutside(gather, firstOutside, what);
            Object found = array(type, n, i -> 0);
            to.download(found);
            for (int i = 0; i < n; i++) {
                boolean there = places[i] >= 0 && places[i] < size;
                assertEquals(there ? at(all, places[i]) : 0, at(found, i), what + ", gathered to " + i);
            }
            gather.scatter(values, asked, spread);
            checkOutside(gather, firstOutside, what);
            Object scattered = array(type, size, i -> 0);
            spread.download(scattered);
            List<Set<Double>> expected = IntStream.range(0, size)
                    .<Set<Double>>mapToObj(i -> new HashSet<>())
                    .toList();
            for (int i = 0; i < n; i++) {
                if (places[i] >= 0 && places[i] < size) {
                    expected.get(places[i]).add(at(some, i));
                }
            }
            for (int i = 0; i < size; i++) {
                double value = at(scattered, i);
                boolean right =
                        expected.get(i).isEmpty() ? value == 0 : expected.get(i).contains(value);
                assertTrue(right, what + ", scattered to " + i + ": " + value);
            }
        }
    }

    private static Object array(ElementType type, int n, IntUnaryOperator values) {
        Object array = Array.newInstance(type.javaType(), n);
        for (int i = 0; i < n; i++) {
            Array.setByte(array, i, (byte) values.applyAsInt(i));
        }
        return array;
    }

    private static double at(Object array, int i) {
        return Array.getDouble(array, i);
    }

    private static void checkOutside(Gather gather, int firstOutside, String what) {
        if (firstOutside < 0) {
            gather.check();
        } else {
            Exception outside = assertThrows(IndexOutOfBoundsException.class, gather::check, what);
            assertTrue(outside.getMessage().contains(" index " + firstOutside + " "), outside.getMessage());
        }
    }

    @Test
    void fewPlacesAndSmallArraysTakeTheOtherWay() {
        try (Session session = Session.open();
                FarPlaces far =
                        new FarPlaces(session, ElementType.FLOAT, new FarPlaces.Shape(4, 64, 64, 4000, 100, 8));
                DeviceArray small = session.allocate(ElementType.FLOAT, 999);
                DeviceArray large = session.allocate(ElementType.FLOAT, 1000)) {
            assertEquals(false, far.areMany(small, 100));
            assertEquals(false, far.areMany(large, 99));
            assertEquals(false, far.areMany(large, 124));
            assertEquals(true, far.areMany(large, 125));
        }
    }
}
