package org.plegma.fft;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.shared.PieceMemory;

/**
 * The memory of an exchange between rows and columns, in tiles. Tiles differ in when they cross the link: while they are written by the
 * pass along the second axis, in a pass between, if there is one, or while they are read by the pass along the first axis. So the links
 * work in each pass, and none waits for them longer than for its part of the bytes.
 */
final class ExchangeMemory implements AutoCloseable {
    private final ExchangeTiles tiles;
    /** In which pass the tiles cross the link, in turn, and which pass is the last. */
    private final int[] crossings;

    private final int lastPass;

    private final long tileBytes;
    private final long placeBytes;
    private final int pieceTiles;
    /** By the giver, the taker and the tile; where the pass along the second axis has it, and where that along the first has it. */
    private final Slot[][][] ofRows;

    private final Slot[][][] ofColumns;
    private final PieceMemory memory;

    /** Where a tile is: in which device's memory, and how many are before it there. */
    private record Slot(int home, int before) {}

    /**
     * @param crossings in which pass the tiles cross the link, in turn
     * @param pieceBytes the most bytes of a piece, which holds a tile at least
     */
    ExchangeMemory(List<Session> sessions, ElementType type, ExchangeTiles tiles, int[] crossings, long pieceBytes) {
        this.tiles = tiles;
        this.crossings = crossings.clone();
        this.lastPass = Arrays.stream(crossings).max().orElseThrow();
        this.placeBytes = 2L * type.bytes() * tiles.inner();
        this.tileBytes = 2L * type.bytes() * tiles.values();
        int devices = tiles.devices();
        this.ofRows = new Slot[devices][devices][tiles.count()];
        this.ofColumns = new Slot[devices][devices][tiles.count()];
        int most = assign();
        this.pieceTiles = (int) Math.max(1, Math.min(most, pieceBytes / tileBytes));
        int length = Math.toIntExact(pieceTiles * tileBytes / type.bytes());
        this.memory = new PieceMemory(sessions, type, (most + pieceTiles - 1) / pieceTiles, length);
    }

    /** Gives each tile its place; returns the most tiles of a device. */
    private int assign() {
        int[] used = new int[tiles.devices()];
        for (int giver = 0; giver < tiles.devices(); giver++) {
            for (int taker = 0; taker < tiles.devices(); taker++) {
                for (int tile = 0; tile < tiles.count(); tile++) {
                    int crossing = crossing(tile);
                    int first = crossing == 0 ? taker : giver;
                    int last = crossing == lastPass ? giver : taker;
                    Slot slot = new Slot(first, used[first]++);
                    ofRows[giver][taker][tile] = slot;
                    ofColumns[giver][taker][tile] = first == last ? slot : new Slot(last, used[last]++);
                }
            }
        }
        int most = 0;
        for (int tilesOfOne : used) {
            most = Math.max(most, tilesOfOne);
        }
        return most;
    }

    /** In which pass a tile crosses the link. */
    private int crossing(int tile) {
        return crossings[(tile / tiles.across() + tile % tiles.across()) % crossings.length];
    }

    /** Which device transforms a tile in the pass between: the one that has it before. So results are written across, which links do best. */
    int between(int giver, int taker, int tile, boolean back) {
        return (back ? ofColumns : ofRows)[giver][taker][tile].home();
    }

    /** Where a tile is in the pass along the second axis. */
    long ofRows(int seenFrom, int giver, int taker, int tile) {
        return address(seenFrom, ofRows[giver][taker][tile]);
    }

    /** Where a tile is in the pass along the first axis. */
    long ofColumns(int seenFrom, int giver, int taker, int tile) {
        return address(seenFrom, ofColumns[giver][taker][tile]);
    }

    /** Where a place of the second axis is in the row of a giver, in the pass along that axis. */
    long ofRow(int giver, int row, int place) {
        int taker = place / tiles.width();
        return ofRows(giver, giver, taker, tile(row, place)) + within(row, place);
    }

    /** Where a place of a taker is in a row of all, in the pass along the first axis. */
    long ofColumn(int taker, int row, int place) {
        int giver = row / tiles.rows();
        return ofColumns(taker, giver, taker, tile(row, place)) + within(row, place);
    }

    private int tile(int row, int place) {
        return row % tiles.rows() / tiles.tileRows() * tiles.across() + place % tiles.width() / tiles.tileWidth();
    }

    /** Bytes of the values at a place of a row. */
    long lineBytes() {
        return placeBytes;
    }

    private long within(int row, int place) {
        return ((long) row % tiles.tileRows() * tiles.tileWidth() + place % tiles.tileWidth()) * placeBytes;
    }

    private long address(int seenFrom, Slot slot) {
        return memory.address(seenFrom, slot.home(), slot.before() / pieceTiles)
                + slot.before() % pieceTiles * tileBytes;
    }

    @Override
    public void close() {
        memory.close();
    }
}
