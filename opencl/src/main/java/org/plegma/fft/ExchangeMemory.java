package org.plegma.fft;

import org.plegma.array.ElementType;
import org.plegma.device.shared.PieceMemory;

/**
 * The memory of an exchange between rows and columns: of each row a share for each device, which is where the giver writes it and the
 * taker reads it. Every other share is in the giver's memory: the links work while it is written and while it is read, and no pass waits
 * for them longer than for half of the bytes.
 */
final class ExchangeMemory implements AutoCloseable {
    private final int devices;
    private final int pieceShares;
    private final int pieces;
    private final long shareBytes;
    private final PieceMemory memory;

    /** @param pieceBytes the most bytes of a piece, which holds a share at least */
    ExchangeMemory(DealtShape dealt, long pieceBytes) {
        ElementType type = dealt.type();
        this.devices = dealt.each().size();
        int rows = dealt.points()[0] / devices;
        this.shareBytes = 2L * type.bytes() * dealt.share();
        int half = (rows + 1) / 2;
        this.pieceShares = (int) Math.max(1, Math.min(half, pieceBytes / shareBytes));
        this.pieces = (half + pieceShares - 1) / pieceShares;
        int length = Math.toIntExact(pieceShares * shareBytes / type.bytes());
        this.memory = new PieceMemory(dealt.sessions(), type, 2 * devices * pieces, length);
    }

    /** Where a share begins: of a row of the device that has rows, for the one that has columns. */
    long address(int seenFrom, int ofRows, int ofColumns, int row) {
        int parity = row % 2;
        int home = parity == 0 ? ofColumns : ofRows;
        int other = parity == 0 ? ofRows : ofColumns;
        int share = row / 2;
        int piece = (2 * other + parity) * pieces + share / pieceShares;
        return memory.address(seenFrom, home, piece) + share % pieceShares * shareBytes;
    }

    @Override
    public void close() {
        memory.close();
    }
}
