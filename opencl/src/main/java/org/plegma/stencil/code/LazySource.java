package org.plegma.stencil.code;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * OpenCL C that is written when it is first asked for. Whoever compares methods looks at what they need, and asks for the text
 * of none.
 */
public final class LazySource {
    private @Nullable Supplier<String> writer;
    private String text = "";

    LazySource(Supplier<String> writer) {
        this.writer = writer;
    }

    synchronized String text() {
        if (writer != null) {
            text = writer.get();
            writer = null;
        }
        return text;
    }

    /** Whether somebody has asked for the text. */
    synchronized boolean isWritten() {
        return writer == null;
    }
}
