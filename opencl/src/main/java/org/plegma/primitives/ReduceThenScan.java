package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * Sums of tiles or pieces, their prefix sums by the same means, then each part once more from what is before it: each element is
 * read twice and written once. The order of additions depends on the length alone, so that sums of floats are the same each time.
 */
final class ReduceThenScan implements ScanSteps {
    /** Vectors of a work-item, as measured. */
    private static final int ROWS = 12;

    private final Session session;
    private final PrimitiveCode code;
    private final Program program;
    private final Kernel sum;
    private final Kernel scan;
    private final long n;
    private final int elementBytes;
    private final Pieces parts;

    /** Of the parts' sums; empty of steps if there is one part. */
    private final List<ScanSteps> above = new ArrayList<>();

    private final DeviceArray sums;

    ReduceThenScan(Session session, ElementType type, long n, boolean inclusive, PrimitiveCode code) {
        this(session, type, n, inclusive, code, parts(session, type, n, code));
    }

    private static Pieces parts(Session session, ElementType type, long n, PrimitiveCode code) {
        return code == PrimitiveCode.PIECES
                ? Pieces.of(session.device(), n)
                : new Pieces(LookBackScan.tiles(type, n, ROWS), (long) LookBackScan.GROUP * ROWS * 16 / type.bytes());
    }

    ReduceThenScan(Session session, ElementType type, long n, boolean inclusive, PrimitiveCode code, Pieces parts) {
        this.session = session;
        this.code = code;
        this.n = n;
        this.elementBytes = type.bytes();
        this.parts = parts;
        boolean pieces = code == PrimitiveCode.PIECES;
        String source = pieces ? PrimitiveCode.source("scan-pieces.cl") : PrimitiveCode.warpSource(session, "scan.cl");
        program = session.compile(source, LookBackScan.options(type, inclusive, ROWS));
        sum = sized(program.kernel(pieces ? "sum_pieces" : "sum_tiles"));
        scan = sized(program.kernel(pieces ? "scan_pieces" : "scan_tiles"));
        sums = session.allocate(type, parts.count());
        if (parts.count() > 1) {
            // One work-item scans the sums of pieces, which are few.
            above.add(
                    pieces
                            ? new ReduceThenScan(
                                    session, type, parts.count(), false, code, new Pieces(1, parts.count()))
                            : new ReduceThenScan(session, type, parts.count(), false, code));
        }
    }

    private Kernel sized(Kernel kernel) {
        return code == PrimitiveCode.PIECES
                ? kernel.global(parts.count()).local(1)
                : kernel.global((long) parts.count() * LookBackScan.GROUP).local(LookBackScan.GROUP);
    }

    @Override
    public void launch(DeviceArray in, DeviceArray out, List<Event> events) {
        if (!above.isEmpty()) {
            events.add(
                    code == PrimitiveCode.PIECES
                            ? sum.launch(session.compute(), in, n, parts.size(), sums)
                            : sum.launch(session.compute(), in, n, sums));
            above.get(0).launch(sums, sums, events);
        }
        events.add(
                code == PrimitiveCode.PIECES
                        ? scan.launch(session.compute(), in, n, parts.size(), sums, out)
                        : scan.launch(session.compute(), in, n, sums, out));
    }

    @Override
    public long traffic() {
        return (above.isEmpty() ? 2 : 3) * n * elementBytes;
    }

    @Override
    public long bytes() {
        return sums.bytes() + above.stream().mapToLong(ScanSteps::bytes).sum();
    }

    @Override
    public String explain() {
        String what = code == PrimitiveCode.PIECES ? " pieces" : " tiles";
        return above.isEmpty()
                ? "scan: one launch"
                : "reduce, then scan: " + parts.count() + what + ", each element read twice and written once";
    }

    @Override
    public void close() {
        above.forEach(ScanSteps::close);
        sums.close();
        program.close();
    }
}
