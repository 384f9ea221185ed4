package org.plegma.cli;

import java.util.Optional;
import org.plegma.display.MimeBundle;
import org.plegma.magics.MagicEngine;

/** Cells of plain Java only. */
final class NoMagics implements MagicEngine {
    @Override
    public boolean handles(String cell) {
        return false;
    }

    @Override
    public Object execute(String cell) {
        throw new IllegalStateException("there are no magics");
    }

    @Override
    public Optional<Completions> complete(String cell, int cursor) {
        return Optional.empty();
    }

    @Override
    public Optional<MimeBundle> inspect(String cell, int cursor) {
        return Optional.empty();
    }
}
