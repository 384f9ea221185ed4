package org.plegma.gemm.product;

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
 * @param readableLines lines that may be read: what follows the factor's own has no meaning
 * @param readableTerms terms that may be read: what follows the factor's own is 0
 */
public record Factor(
        DeviceArray data,
        long offset,
        int leading,
        long step,
        int lines,
        int terms,
        int count,
        boolean byTerm,
        int readableLines,
        int readableTerms) {
    private static final int PACK_SIDE = 32;

    /** Packed factors reach to the ends of all usual tiles, and their lines begin where lines of an NVIDIA device's cache do. */
    private static final int PACKED_LINES = 128;

    private static final int PACKED_TERMS = 32;

    public static Factor ofA(Product product) {
        return of(product.a(), product.m(), product.k(), product.opA() == Op.T);
    }

    public static Factor ofB(Product product) {
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
                lines,
                terms);
    }

    /** The most elements, a power of two up to {@code most}, by which whatever lies side by side can be copied at once. */
    public int width(int most) {
        int extent = byTerm ? readableLines : readableTerms;
        long common = offset | leading | step | extent | most;
        return (int) Math.min(most, Long.lowestOneBit(common));
    }

    /** Whether tiles of so many lines and terms, as many as it takes, find something to read wherever they reach. */
    public boolean isWhole(int tileLines, int tileTerms) {
        return readableLines % tileLines == 0 && readableTerms % tileTerms == 0;
    }

    /** Bytes of a packed copy. */
    public long packedBytes() {
        return (long) count
                * Kernel.roundUp(lines, PACKED_LINES)
                * Kernel.roundUp(terms, PACKED_TERMS)
                * data.type().bytes();
    }

    /** This factor copied to where wide copies are possible, and turned if need be; the copy's command is appended. */
    public Factor pack(ProductWorkshop workshop, String name, boolean wantedByTerm, List<Event> commands) {
        int heldLines = (int) Kernel.roundUp(lines, PACKED_LINES);
        int heldTerms = (int) Kernel.roundUp(terms, PACKED_TERMS);
        int height = wantedByTerm ? heldTerms : heldLines;
        int pitch = wantedByTerm ? heldLines : heldTerms;
        long copyStep = (long) height * pitch;
        DeviceArray copy = workshop.scratch(name, data.type(), count * copyStep);
        Kernel pack = workshop.program(
                        "pack.cl", "-DREAL=" + data.type().openclName(), "-DTURNED=" + (wantedByTerm == byTerm ? 0 : 1))
                .kernel("pack");
        commands.add(pack.global(pitch, height / PACK_SIDE * 8, count)
                .local(PACK_SIDE, 8, 1)
                .call(
                        wantedByTerm ? terms : lines,
                        wantedByTerm ? lines : terms,
                        data,
                        offset,
                        leading,
                        step,
                        copy,
                        pitch,
                        height));
        return new Factor(copy, 0, pitch, copyStep, lines, terms, count, wantedByTerm, heldLines, heldTerms);
    }
}
