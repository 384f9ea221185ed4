package org.plegma.ijava;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Handover;
import org.plegma.magics.Magics;

/** A cell that the magics run when a snippet, which stands for all of it, asks for that. */
public record WaitingCell(Magics magics, String source) {

    /** Called by generated Java: runs the cell left at {@link Handover} and gives its result, ready to be shown. */
    public static @Nullable MimeBundle run(String key) throws Exception {
        WaitingCell cell = (WaitingCell) Objects.requireNonNull(Handover.take(key), key);
        Object result = cell.magics.execute(cell.source);
        return result == null ? null : Renderers.render(result);
    }
}
