package org.plegma.ijava;

import io.github.spencerpark.jupyter.kernel.magic.CellMagicArgs;
import io.github.spencerpark.jupyter.kernel.magic.CellMagicParseContext;
import io.github.spencerpark.jupyter.kernel.magic.LineMagicParseContext;
import io.github.spencerpark.jupyter.kernel.magic.MagicParser;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** IJava's parser, with Plegma's before it: a cell of Plegma's becomes one call of a magic, with the cell's key as body. */
final class IJavaParser extends MagicParser {
    static final String CELL_MAGIC = "plegma-cell";

    private final MagicParser original;
    private final Interception interception;

    IJavaParser(MagicParser original, Interception interception) {
        this.original = original;
        this.interception = interception;
    }

    @Override
    public @Nullable CellMagicParseContext parseCellMagic(String cell) {
        if (interception.isJava()) {
            return null;
        }
        if (interception.owns(cell)) {
            String key = interception.keep(cell);
            return CellMagicParseContext.of(CellMagicArgs.of(CELL_MAGIC, List.of(), key), "", cell);
        }
        interception.checkLength(cell);
        return original.parseCellMagic(cell);
    }

    @Override
    public String transformLineMagics(String cell, Function<LineMagicParseContext, String> transformer) {
        return interception.isJava() ? cell : original.transformLineMagics(cell, transformer);
    }
}
