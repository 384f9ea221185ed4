package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Passes of pieces: digits are counted in each piece, scanned, and the keys moved. Keys are read twice. */
final class PiecePasses extends DigitPasses {
    private final int n;
    private final Pieces pieces;
    private final DeviceArray counts;
    private final ScanPlan scan;

    PiecePasses(Session session, Digits digits, int n) {
        super(session, digits, PrimitiveCode.source("sort-keys.cl", "sort-pieces.cl"), digits.options());
        this.n = n;
        this.pieces = Pieces.of(session.device(), n);
        this.counts = session.allocate(ElementType.INT, digits.count() * pieces.count());
        this.scan =
                new ScanPlan(session, ElementType.INT, digits.count() * pieces.count(), false, PrimitiveCode.PIECES);
    }

    @Override
    void begin(DeviceArray keys, List<Event> events) {
        // Each pass counts anew, as the pieces hold other keys then.
    }

    @Override
    void pass(int pass, Move move, boolean last, List<Event> events) {
        int shift = digits().shift(pass);
        int mask = digits().mask(pass);
        events.add(program(Payload.NOTHING, ElementType.INT)
                .kernel("count_pieces")
                .global(pieces.count())
                .local(1)
                .launch(session().compute(), move.keys(), (long) n, pieces.size(), shift, mask, counts));
        events.addAll(scan.launch(counts, counts));
        List<Object> arguments =
                new ArrayList<>(List.of(move.keys(), (long) n, pieces.size(), shift, mask, counts, move.sorted()));
        move.values().ifPresent(arguments::add);
        move.moved().ifPresent(arguments::add);
        events.add(program(move.payload(), move.values().map(DeviceArray::type).orElse(ElementType.INT))
                .kernel("move_pieces")
                .global(pieces.count())
                .local(1)
                .launch(session().compute(), arguments.toArray()));
    }

    @Override
    long bytes() {
        return counts.bytes() + scan.bytes();
    }

    @Override
    String explain() {
        return pieces.count() + " pieces, keys read twice a pass";
    }

    @Override
    public void close() {
        super.close();
        counts.close();
        scan.close();
    }
}
