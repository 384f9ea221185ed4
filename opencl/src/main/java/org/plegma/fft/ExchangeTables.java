package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import org.plegma.fft.pass.Layout;

/** The tables by which passes of one device find values in the memory of an exchange, each with the layout that goes with it. */
final class ExchangeTables {
    /** Lines that follow each other and have one address, so that neighbouring groups are in different tiles. */
    private static final int RUN = 16;

    private final ExchangeTiles tiles;
    private final ExchangeMemory memory;
    private final int device;

    ExchangeTables(ExchangeTiles tiles, ExchangeMemory memory, int device) {
        this.tiles = tiles;
        this.memory = memory;
        this.device = device;
    }

    /** Of this device's rows, if a line has each {@code apart}-th place. */
    Layout rowsLayout(int apart) {
        return Layout.sharesByAddress(acrossAll(), tiles.tileWidth(), tiles.inner(), apart);
    }

    /** Where the tiles of this device's rows begin. */
    long[] rows() {
        long[] table = new long[tiles.rows() * acrossAll()];
        for (int i = 0; i < table.length; i++) {
            table[i] = memory.ofRow(device, i / acrossAll(), i % acrossAll() * tiles.tileWidth());
        }
        return table;
    }

    private int acrossAll() {
        return tiles.devices() * tiles.across();
    }

    /** Of this device's columns, if a line has each {@code apart}-th row. */
    Layout columnsLayout(int apart) {
        long width = tiles.tileWidth() * tiles.inner();
        return Layout.tilesByAddress(allRows() / apart, span(apart), apart * width, width);
    }

    /** Places of a line that have one address. */
    private int span(int apart) {
        return tiles.tileRows() % apart == 0 ? tiles.tileRows() / apart : 1;
    }

    private int allRows() {
        return tiles.devices() * tiles.rows();
    }

    /** Where the tiles of this device's columns begin. */
    long[] columns(int apart) {
        int step = span(apart) * apart;
        List<Long> table = new ArrayList<>();
        for (int start = 0; start < apart; start++) {
            for (int tile = 0; tile < tiles.across(); tile++) {
                for (int row = start; row < allRows(); row += step) {
                    table.add(memory.ofColumn(device, row, tile * tiles.tileWidth()));
                }
            }
        }
        return array(table);
    }

    /** Of the lines behind the second axis. */
    Layout betweenLayout() {
        return Layout.runsByAddress(Math.toIntExact(tiles.inner()), run());
    }

    /** Divides the lines of a tile. */
    private int run() {
        return Math.min(RUN, Integer.lowestOneBit(tiles.tileRows() * tiles.tileWidth()));
    }

    /** Lines that this device has between the passes along the second and the first axis. */
    long betweenLines() {
        return (long) betweenTiles(true, false).size() * tiles.tileRows() * tiles.tileWidth();
    }

    /**
     * Where these lines are.
     *
     * @param ofRows whether as the pass along the second axis has them, else as that along the first
     * @param back whether they are those of the way back
     */
    long[] between(boolean ofRows, boolean back) {
        List<Long> begins = betweenTiles(ofRows, back);
        long runBytes = memory.lineBytes() * run();
        List<Long> table = new ArrayList<>();
        for (int run = 0; run < tiles.tileRows() * tiles.tileWidth() / run(); run++) {
            for (long begin : begins) {
                table.add(begin + run * runBytes);
            }
        }
        return array(table);
    }

    private List<Long> betweenTiles(boolean ofRows, boolean back) {
        List<Long> begins = new ArrayList<>();
        for (int tile = 0; tile < tiles.count(); tile++) {
            for (int giver = 0; giver < tiles.devices(); giver++) {
                for (int taker = 0; taker < tiles.devices(); taker++) {
                    if (memory.between(giver, taker, tile, back) == device) {
                        begins.add(
                                ofRows
                                        ? memory.ofRows(device, giver, taker, tile)
                                        : memory.ofColumns(device, giver, taker, tile));
                    }
                }
            }
        }
        return begins;
    }

    private static long[] array(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }
}
