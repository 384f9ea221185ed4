package org.plegma.ijava;

import org.dflib.jjava.jupyter.kernel.magic.MagicParser;
import org.dflib.jjava.jupyter.kernel.magic.MagicTranspiler;

/** The parser of a kernel built on jjava-jupyter, with Plegma's before it. */
final class JJavaParser extends MagicParser {
    private final MagicParser original;
    private final Interception interception;

    JJavaParser(MagicParser original, Interception interception) {
        super("%", "%%", new MagicTranspiler());
        this.original = original;
        this.interception = interception;
    }

    MagicParser original() {
        return original;
    }

    @Override
    public String resolveMagics(String cell) {
        if (interception.isJava()) {
            return cell;
        }
        if (interception.owns(cell)) {
            return Handover.class.getName() + ".run(\"" + interception.keep(cell) + "\")";
        }
        interception.checkLength(cell);
        return original.resolveMagics(cell);
    }
}
