package org.dflib.jjava.jupyter.kernel.magic;

/** Stands for JJava's class of this name, which takes the place of {@link MagicParser} from 1.0-a7 on. */
public class MagicsResolver {
    private final MagicParser parser;

    public MagicsResolver(String line, String cell, MagicTranspiler transpiler) {
        parser = new MagicParser(line, cell, transpiler);
    }

    public String resolve(String cell) {
        return parser.resolveMagics(cell);
    }
}
