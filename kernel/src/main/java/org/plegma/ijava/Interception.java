package org.plegma.ijava;

import java.nio.charset.StandardCharsets;
import org.plegma.magics.Handover;
import org.plegma.magics.MagicException;
import org.plegma.magics.Magics;

/** What a kernel's own parser of magics leaves to Plegma's. */
final class Interception {
    /** A Java literal holds 65,535 bytes; these kernels encode a body in base64, four bytes for three. */
    private static final int LONGEST_BODY = 49_000;

    private final Magics magics;
    private final ForeignHost host;

    Interception(Magics magics, ForeignHost host) {
        this.magics = magics;
        this.host = host;
    }

    /** Says that a kernel's own parser reads the cells first. */
    static void warn(Class<?> kernel) {
        System.err.println(
                "Plegma's magics work in this version of " + kernel.getName() + " only as its own do: quotes in their"
                        + " arguments may be lost, and Java with a percent sign at the start of a line may be taken for a magic."
                        + " docs/other-kernels.md names the versions that are tested.");
    }

    /** Whether the cell's magics are all Plegma's. */
    boolean owns(String cell) {
        return magics.handles(cell) && magics.knowsAll(cell);
    }

    /** Whether the text is plain Java, in which the kernel should not look for magics either. */
    boolean isJava() {
        return host.isEvaluating();
    }

    /** Keeps a cell for {@link WaitingCell#run}. */
    String keep(String cell) {
        return Handover.leave(new WaitingCell(magics, cell));
    }

    /**
     * Refuses what would end the kernel's session.
     *
     * @throws MagicException if the cell is a cell magic of the kernel's own and too long for it
     */
    void checkLength(String cell) {
        int bytes = cell.getBytes(StandardCharsets.UTF_8).length;
        if (cell.startsWith("%%") && bytes > LONGEST_BODY) {
            throw new MagicException(
                    "This kernel hands the body of its cell magics on as a Java literal, which holds at"
                            + " most " + LONGEST_BODY + " bytes; the cell has " + bytes
                            + ". Divide the cell, or read the text"
                            + " from a file.");
        }
    }
}
