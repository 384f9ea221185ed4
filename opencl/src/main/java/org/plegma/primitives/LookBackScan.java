package org.plegma.primitives;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** One launch that reads and writes each element once. Sums are of whole numbers, as the order of additions varies. */
final class LookBackScan implements ScanSteps {
    static final int GROUP = 256;

    /** Vectors of a work-item, as measured: an H200 scans 2^27 ints in 296 µs by 13 and in 300 by 12, and 2^20 in 10.9 and 9.5. */
    private static final int ROWS = 13;

    private static final int ROWS_OF_FEW_TILES = 12;

    /** How many tiles ahead memory is asked for, as measured. */
    private static final int AHEAD = 100;

    private final Session session;
    private final Program program;
    private final Kernel kernel;
    private final TileStates states;
    private final long n;
    private final int elementBytes;
    private final int tiles;

    LookBackScan(Session session, ElementType type, long n, boolean inclusive) {
        this.session = session;
        this.n = n;
        this.elementBytes = type.bytes();
        int rows = tiles(type, n, ROWS) < session.device().computeUnits() ? ROWS_OF_FEW_TILES : ROWS;
        this.tiles = tiles(type, n, rows);
        this.program = session.compile(
                PrimitiveCode.warpSource(session, "scan.cl"), options(type, inclusive, rows, "-DLOOK_BACK"));
        this.kernel = program.kernel("scan_once").global((long) tiles * GROUP).local(GROUP);
        this.states = new TileStates(session, (long) tiles * type.bytes() / Integer.BYTES);
    }

    static int tiles(ElementType type, long n, int rows) {
        long tile = (long) GROUP * rows * 16 / type.bytes();
        return Math.toIntExact((n + tile - 1) / tile);
    }

    static String[] options(ElementType type, boolean inclusive, int rows, String... more) {
        List<String> options = new java.util.ArrayList<>(List.of(more));
        options.addAll(List.of(
                "-DSUM=" + type.openclName(),
                "-DWORDS=" + type.bytes() / Integer.BYTES,
                "-DGROUP=" + GROUP,
                "-DROWS=" + rows,
                "-DAHEAD=" + AHEAD));
        if (inclusive) {
            options.add("-DINCLUSIVE");
        }
        return options.toArray(String[]::new);
    }

    @Override
    public void launch(DeviceArray in, DeviceArray out, List<Event> events) {
        events.add(kernel.launch(session.compute(), arguments(in, out)));
        states.launched(tiles);
    }

    @Override
    public void enqueue(DeviceArray in, DeviceArray out) {
        kernel.enqueue(session.compute(), arguments(in, out));
        states.launched(tiles);
    }

    private Object[] arguments(DeviceArray in, DeviceArray out) {
        return new Object[] {in, out, n, states.states(), states.tickets(), states.first(), states.run()};
    }

    @Override
    public long traffic() {
        return 2 * n * elementBytes;
    }

    @Override
    public long bytes() {
        return states.bytes();
    }

    @Override
    public String explain() {
        return "look-back: " + tiles + " tiles in one launch, each element read and written once";
    }

    @Override
    public void close() {
        states.close();
        program.close();
    }
}
