package org.plegma.expr;

import org.plegma.expr.syntax.Fault;
import org.plegma.expr.syntax.TextRange;
import org.plegma.expr.tree.Expr;

/** Ends the reading of a formula that grows without end, or is nested too deep, when its definitions are put in. */
final class SizeLimit {
    /** More nodes than this in all trees together are a mistake, such as a definition that doubles itself. */
    private static final long MAX_NODES = 1_000_000;

    /** Deeper trees would overflow the stack of every pass over them, and that of compilers. */
    private static final int MAX_DEPTH = 500;

    private long nodes;

    /** The same expression, its nodes counted. */
    Expr counted(TextRange span, Expr e) {
        add(span, size(span, e, 0));
        return e;
    }

    void add(TextRange span, long count) {
        nodes += count;
        if (nodes > MAX_NODES) {
            throw Fault.fatal(
                    span,
                    "The formula grows beyond " + MAX_NODES + " operations when it is unrolled.",
                    "Shorten the sums, or the definitions that use each other.");
        }
    }

    static void requireFlat(TextRange span, int levels) {
        if (levels > MAX_DEPTH) {
            throw Fault.fatal(
                    span,
                    "With its definitions put in, the formula is nested deeper than " + MAX_DEPTH + " levels.",
                    "Use fewer definitions that use each other.");
        }
    }

    private static long size(TextRange span, Expr e, int depth) {
        requireFlat(span, depth);
        long size = 1;
        for (Expr child : e.children()) {
            size += size(span, child, depth + 1);
        }
        return size;
    }
}
