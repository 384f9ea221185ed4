package org.plegma.graph.read;

/** A file of a graph has a line that is not as its format has it. */
public final class GraphFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final long line;

    GraphFormatException(String file, long line, String expected, String found) {
        super(file + ", line " + line + ": expected " + expected + ", found " + found + ".");
        this.line = line;
    }

    /** The number of the line, from 1 on. */
    public long line() {
        return line;
    }
}
