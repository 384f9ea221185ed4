package org.plegma.primitives;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * Gathers and scatters by places anywhere in an array that is larger than the second cache. The places of each tile are put in order of the
 * parts of the array, then all places of a part are visited one after the other, so that memory moves it once.
 */
final class FarPlaces implements AutoCloseable {
    private static final int GROUP = 512;
    private static final int VISITORS = 256;
    private static final int VISITORS_OF_TILE = 32;
    private static final int MOST_PARTS = 256;

    /**
     * How an array is divided, and from when on.
     *
     * @param items of a work-item, if they have four bytes
     * @param read bytes of a part that a gather reads
     * @param written bytes of a part that a scatter writes
     * @param leastBytes of an array
     * @param leastPlaces in an array
     * @param density elements for each place, at most
     */
    record Shape(int items, long read, long written, long leastBytes, int leastPlaces, int density) {
        /** The quickest on an H200; see docs/performance/primitives.md. */
        static final Shape USUAL = new Shape(16, 4 << 20, 2 << 20, 64 << 20, 1 << 23, 8);
    }

    private final Session session;
    private final ElementType type;
    private final Shape shape;
    private final int tile;
    private final Program program;
    private int length;
    private Optional<Room> room = Optional.empty();

    /** What was allocated for so many elements. */
    private record Room(DeviceArray parted, DeviceArray begins, DeviceArray targets, DeviceArray values) {
        void close() {
            parted.close();
            begins.close();
            targets.close();
            values.close();
        }
    }

    FarPlaces(Session session, ElementType type, Shape shape) {
        this.shape = shape;
        this.session = session;
        this.type = type;
        long rows = (session.device().argumentLocalMemoryBytes() - (MOST_PARTS + 1) * Integer.BYTES)
                / (GROUP * Math.max(Integer.BYTES, type.bytes()));
        int items = (int)
                Math.max(1, Math.min(rows, shape.items() * Integer.BYTES / Math.max(Integer.BYTES, type.bytes())));
        tile = GROUP * items;
        program = session.compile(
                PrimitiveCode.source("gather-far.cl"),
                "-DVALUE=" + type.openclName(),
                "-DGROUP=" + GROUP,
                "-DITEMS=" + items,
                "-DVISITORS=" + VISITORS,
                "-DMOST_PARTS=" + MOST_PARTS);
    }

    /** Whether so many places in an array are worth it. */
    boolean areMany(DeviceArray visited, int n) {
        return visited.bytes() >= shape.leastBytes()
                && n >= shape.leastPlaces()
                && visited.length() / shape.density() <= n;
    }

    List<Event> gather(DeviceArray from, DeviceArray places, DeviceArray to, DeviceArray wrong) {
        int n = Math.toIntExact(places.length());
        int count = Math.toIntExact(from.length());
        Room own = roomFor(n);
        int shift = shift(count, shape.read());
        int parts = parts(count, shift);
        return List.of(
                tiled(
                        "part_places",
                        n,
                        places,
                        n,
                        count,
                        shift,
                        parts,
                        own.parted(),
                        own.begins(),
                        own.targets(),
                        wrong),
                visit("gather_parts", from, n, parts, own, own.values()),
                tiled("put_back", n, own.values(), own.targets(), n, to));
    }

    List<Event> scatter(DeviceArray from, DeviceArray places, DeviceArray to, DeviceArray wrong) {
        int n = Math.toIntExact(places.length());
        int count = Math.toIntExact(to.length());
        Room own = roomFor(n);
        int shift = shift(count, shape.written());
        int parts = parts(count, shift);
        return List.of(
                tiled(
                        "part_values",
                        n,
                        from,
                        places,
                        n,
                        count,
                        shift,
                        parts,
                        own.parted(),
                        own.begins(),
                        own.values(),
                        wrong),
                visit("scatter_parts", own.values(), n, parts, own, to));
    }

    /** Launches a group for each tile of so many places. */
    private Event tiled(String kernel, int n, Object... arguments) {
        return program.kernel(kernel)
                .global((long) tiles(n) * GROUP)
                .local(GROUP)
                .launch(session.compute(), arguments);
    }

    private Event visit(String kernel, DeviceArray from, int n, int parts, Room own, DeviceArray to) {
        int rows = VISITORS / VISITORS_OF_TILE;
        long groups = (long) ((tiles(n) - 1) / rows + 1) * parts;
        return program.kernel(kernel)
                .global(groups * VISITORS)
                .local(VISITORS)
                .launch(session.compute(), from, tiles(n), parts, own.parted(), own.begins(), to);
    }

    private int tiles(int n) {
        return (n - 1) / tile + 1;
    }

    /** Of a place to its part. */
    private int shift(int count, long partBytes) {
        int shift = Long.numberOfTrailingZeros(Long.highestOneBit(partBytes / type.bytes()));
        while (parts(count, shift) > MOST_PARTS) {
            shift++;
        }
        return shift;
    }

    private static int parts(int count, int shift) {
        return (count - 1 >> shift) + 1;
    }

    private Room roomFor(int n) {
        if (n > length) {
            room.ifPresent(Room::close);
            room = Optional.empty();
            length = 0;
            room = Optional.of(new Room(
                    session.allocate(ElementType.INT, n),
                    session.allocate(ElementType.SHORT, tiles(n), MOST_PARTS + 1),
                    session.allocate(ElementType.SHORT, n),
                    session.allocate(type, n)));
            length = n;
        }
        return room.orElseThrow();
    }

    @Override
    public void close() {
        room.ifPresent(Room::close);
        program.close();
    }
}
