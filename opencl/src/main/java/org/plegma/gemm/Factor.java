package org.plegma.gemm;

import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;

/**
 * A factor as the blocked methods see it: lines (rows of op(A), columns of op(B)) of terms, which lie in memory line by line
 * or term by term.
 *
 * @param byTerm whether all lines of a term lie side by side, rather than all terms of a line
 * @param leading elements from a line, or term, to the next
 * @param padded whether what pads a line up to {@code leading} may be read, and is 0
 */
record Factor(
        DeviceArray data,
        long offset,
        int leading,
        long step,
        int lines,
        int terms,
        int count,
        boolean byTerm,
        boolean padded) {
    /** Lines of packed factors begin where lines of an NVIDIA device's cache do. */
    private static final int PACKED_ALIGNMENT = 128;

    private static final int PACK_SIDE = 32;

    static Factor ofA(Product product) {
        return of(product.a(), product.m(), product.k(), product.opA() == Op.T);
    }

    static Factor ofB(Product product) {
        return of(product.b(), product.n(), product.k(), product.opB() == Op.N);
    }

    private static Factor of(Matrix matrix, int lines, int terms, boolean byTerm) {
        return new Factor(
                matrix.data(),
                matrix.offset(),
                matrix.leading(),
                matrix.count() == 1 ? 0 : matrix.step(),
                lines,
                terms,
                matrix.count(),
                byTerm,
                false);
    }

    /** The most elements, a power of two up to {@code most}, by which whatever lies side by side can be copied at once. */
    int width(int most) {
        int extent = padded ? leading : byTerm ? lines : terms;
        long common = offset | leading | step | extent | most;
        return (int) Math.min(most, Long.lowestOneBit(common));
    }

    /** Bytes of a packed copy. */
    long packedBytes() {
        return (long) count * (byTerm ? terms : lines) * leading * data.type().bytes();
    }

    /** This factor copied to where wide copies are possible, and turned if need be; the copy's command is appended. */
    Factor pack(Workshop workshop, String name, boolean wantedByTerm, List<Event> commands) {
        int rows = wantedByTerm ? terms : lines;
        int columns = wantedByTerm ? lines : terms;
        int pitch = (int) Kernel.roundUp(columns, PACKED_ALIGNMENT / data.type().bytes());
        DeviceArray copy = workshop.scratch(name, data.type(), (long) count * rows * pitch);
        Kernel pack = workshop.program(
                        "pack.cl", "-DREAL=" + data.type().openclName(), "-DTURNED=" + (wantedByTerm == byTerm ? 0 : 1))
                .kernel("pack");
        commands.add(
                pack.global(Kernel.roundUp(columns, PACK_SIDE), Kernel.roundUp(rows, PACK_SIDE) / PACK_SIDE * 8, count)
                        .local(PACK_SIDE, 8, 1)
                        .call(rows, columns, data, offset, leading, step, copy, pitch));
        return new Factor(copy, 0, pitch, (long) rows * pitch, lines, terms, count, wantedByTerm, true);
    }
}
