package org.plegma.fft;

import java.util.function.IntPredicate;

/**
 * How an exchange is cut: what one device gives another, {@code rows} of {@code width} places of {@code inner} complex values each, is
 * cut into tiles of {@code tileRows} and {@code tileWidth}.
 *
 * @param devices that give and take
 * @param rows of a giver
 * @param width places that a taker takes of each row
 */
record ExchangeTiles(int devices, int rows, int width, long inner, int tileRows, int tileWidth) {
    /** So many tiles across, if they fit, so that at any time a pass meets tiles of all kinds. */
    private static final int TILES = 16;
    /** And so many along the rows, but for two devices with a pass between, where that was found to be slower. */
    private static final int TILES_ALONG = 8;

    /**
     * @param mostBytes of a tile of more than one row
     * @param takesWidth whether the passes along the second axis can have tiles of a width; they can have that of a share
     */
    static ExchangeTiles of(DealtShape dealt, long mostBytes, IntPredicate takesWidth) {
        int devices = dealt.each().size();
        int rows = dealt.points()[0] / devices;
        int width = dealt.points()[1] / devices;
        long inner = dealt.share() / width;
        int across = Math.min(TILES, width);
        while (width % across != 0 || !takesWidth.test(width / across)) {
            across--;
        }
        long rowBytes = 2L * dealt.type().bytes() * inner * (width / across);
        int along = devices > 2 || !dealt.transformsBetween() ? Math.min(TILES_ALONG, rows) : 1;
        while (along < rows && (rows % along != 0 || rows / along * rowBytes > mostBytes)) {
            along++;
        }
        return new ExchangeTiles(devices, rows, width, inner, rows / along, width / across);
    }

    int along() {
        return rows / tileRows;
    }

    int across() {
        return width / tileWidth;
    }

    /** Tiles of what one device gives another. */
    int count() {
        return along() * across();
    }

    /** Complex values of a tile. */
    long values() {
        return (long) tileRows * tileWidth * inner;
    }
}
