package org.plegma.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;
import org.plegma.kernel.protocol.IoPub;
import org.plegma.kernel.protocol.Wire;

/**
 * What a cell shows: text of the two standard streams, displays, results, errors; all of it in the order in which it was
 * made. Text is collected for a short time and sent in one message. What threads write after their cell has ended goes
 * to the cell that ran last. Safe for use by several threads.
 */
final class CellOutput {
    private static final int FLUSH_MILLISECONDS = 50;
    private static final int FLUSH_CHARACTERS = 1 << 16;

    private final IoPub ioPub;
    private final StringBuilder text = new StringBuilder();
    private final PrintStream out = new OpenStream(new TextStream("stdout"));
    private final PrintStream err = new OpenStream(new TextStream("stderr"));
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "plegma-output");
        thread.setDaemon(true);
        return thread;
    });
    private String stream = "stdout"; // of the collected text
    private final Map<String, LongOutput> shown = new LinkedHashMap<>(); // of the cell, by stream
    private JsonObject cell = new JsonObject();
    private boolean silent;
    private JsonArray payload = new JsonArray();
    private @Nullable Capture capture; // of what is to be shown in another place; null as a rule

    CellOutput(IoPub ioPub) {
        this.ioPub = ioPub;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /**
     * Directs all further output to a cell.
     *
     * @param request the header of the request that runs it
     * @param silent whether nothing of it is to be shown
     */
    synchronized void begin(JsonObject request, boolean silent) {
        end();
        shown.clear();
        cell = request;
        payload = new JsonArray();
        this.silent = silent;
    }

    /** Shows what was kept back of the cell's text, as its end. */
    synchronized void end() {
        flush();
        shown.forEach((name, text) -> send(name, text.rest()));
    }

    /** Directs the output of a task between cells to its own request, then further output to the last cell again. */
    void between(JsonObject request, Runnable task) {
        JsonObject last;
        boolean lastSilent;
        synchronized (this) {
            last = cell;
            lastSilent = silent;
        }
        begin(request, false);
        try {
            task.run();
        } finally {
            begin(last, lastSilent);
        }
    }

    /** Keeps what is shown and printed from now on, instead of sending it, until {@link #release}. */
    synchronized Capture capture() {
        flush();
        capture = new Capture();
        return capture;
    }

    /** Ends the capture. */
    synchronized void release() {
        flush();
        capture = null;
    }

    synchronized void display(MimeBundle bundle, @Nullable String displayId) {
        if (capture == null) {
            publish("display_data", content(bundle, displayId));
        } else {
            flush();
            capture.display(bundle, displayId);
        }
    }

    synchronized void update(MimeBundle bundle, String displayId) {
        if (capture == null || !capture.update(bundle, displayId)) {
            publish("update_display_data", content(bundle, displayId));
        }
    }

    void result(MimeBundle bundle, int count) {
        end();
        JsonObject content = content(bundle, null);
        content.addProperty("execution_count", count);
        publish("execute_result", content);
    }

    /** Shows a bundle in the pager, by the reply that ends the cell. */
    synchronized void page(MimeBundle bundle) {
        JsonObject page = new JsonObject();
        page.addProperty("source", "page");
        page.add("data", Wire.tree(bundle.data()));
        page.addProperty("start", 0);
        payload.add(page);
    }

    /** Puts a text in place of the cell, by the reply that ends it. */
    synchronized void replaceCell(String text) {
        JsonObject input = new JsonObject();
        input.addProperty("source", "set_next_input");
        input.addProperty("text", text);
        input.addProperty("replace", true);
        payload.add(input);
    }

    /** What the front end is asked to do when the cell has ended. */
    synchronized JsonArray payload() {
        return payload;
    }

    /** @param wait whether to clear only when the next output comes */
    synchronized void clear(boolean wait) {
        if (capture != null) {
            text.setLength(0);
            capture.clear();
            return;
        }
        JsonObject content = new JsonObject();
        content.addProperty("wait", wait);
        publish("clear_output", content);
    }

    /** Sends a message after all text that was written before it. */
    synchronized void publish(String type, JsonObject content) {
        publish(type, content, new JsonObject());
    }

    /** Sends a message with metadata, after all text that was written before it. */
    synchronized void publish(String type, JsonObject content, JsonObject metadata) {
        flush();
        if (!silent) {
            ioPub.publish(type, cell, content, metadata);
        }
    }

    /** Sends the text collected so far. */
    synchronized void flush() {
        if (capture != null) {
            capture.print(text);
            text.setLength(0);
        } else if (text.length() > 0) {
            String more = text.toString();
            text.setLength(0);
            send(stream, shown.computeIfAbsent(stream, name -> new LongOutput()).pass(more));
        }
    }

    private void send(String name, String more) {
        if (silent || more.isEmpty()) {
            return;
        }
        JsonObject content = new JsonObject();
        content.addProperty("name", name);
        content.addProperty("text", more);
        ioPub.publish("stream", cell, content);
    }

    private synchronized void append(String name, CharSequence more) {
        if (more.length() == 0) {
            return;
        }
        if (!name.equals(stream)) {
            flush();
            stream = name;
        }
        if (text.length() == 0) {
            clock.schedule(this::flush, FLUSH_MILLISECONDS, TimeUnit.MILLISECONDS);
        }
        text.append(more);
        if (text.length() >= FLUSH_CHARACTERS) {
            flush();
        }
    }

    private static JsonObject content(MimeBundle bundle, @Nullable String displayId) {
        JsonObject content = new JsonObject();
        content.add("data", Wire.tree(bundle.data()));
        content.add("metadata", Wire.tree(bundle.metadata()));
        JsonObject hints = new JsonObject();
        if (displayId != null) {
            hints.addProperty("display_id", displayId);
        }
        content.add("transient", hints);
        return content;
    }

    /** Stays open: a cell that closes a writer around it would silence all cells after it. */
    private static final class OpenStream extends PrintStream {
        OpenStream(OutputStream text) {
            super(text, true, UTF_8);
        }

        @Override
        public void close() {
            flush();
        }
    }

    /** Bytes of UTF-8 to text; a character may come in pieces. */
    private final class TextStream extends OutputStream {
        private final String name;
        private final CharsetDecoder decoder = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private ByteBuffer rest = ByteBuffer.allocate(0); // of an unfinished character

        TextStream(String name) {
            this.name = name;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            ByteBuffer in =
                    ByteBuffer.allocate(rest.remaining() + length).put(rest).put(bytes, offset, length);
            in.flip();
            CharBuffer chars = CharBuffer.allocate(in.remaining() + 1);
            decoder.decode(in, chars, false);
            rest = in.slice();
            append(name, chars.flip());
        }

        @Override
        public void flush() {
            // PrintStream flushes after each line; the clock sends the text
        }
    }
}
