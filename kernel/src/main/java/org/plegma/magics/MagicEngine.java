package org.plegma.magics;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/**
 * Finds the magics of a cell and runs them, before any of it reaches JShell.
 *
 * <p>A cell magic is {@code %%name arguments} on the first line that is not blank or a {@code //|} comment, and takes the
 * rest of the cell as its body. A line magic is {@code %name arguments} where a Java statement could begin. Offsets are
 * in UTF-16 units, as in Java strings.
 */
public interface MagicEngine {

    /** Whether the cell contains any magic; if not, it is plain Java. */
    boolean handles(String cell);

    /**
     * Runs a cell that contains magics, its Java parts through the host.
     *
     * @return the value to show as the cell's result, or null for none
     * @throws Exception a {@link MagicException} for a fault of the magic's use, else what the user's code threw
     */
    @Nullable
    Object execute(String cell) throws Exception;

    /** Proposals at {@code cursor}; empty if the cursor is not inside a magic. */
    Optional<Completions> complete(String cell, int cursor);

    /** Help on what the cursor is at; empty if it is not inside a magic. */
    Optional<MimeBundle> inspect(String cell, int cursor);

    /**
     * The Java of a cell: the cell itself with magics, their arguments and bodies that are not Java blanked out, so that
     * offsets and lines stay. What remains is for JShell's analysis: completion, inspection, completeness.
     */
    default String javaOf(String cell) {
        return cell;
    }

    /** Proposals that replace the text from {@code start} to {@code end}. */
    record Completions(List<String> matches, int start, int end) {}
}
