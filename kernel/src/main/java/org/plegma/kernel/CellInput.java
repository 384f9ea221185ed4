package org.plegma.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.plegma.kernel.protocol.Message;
import org.plegma.kernel.protocol.StdinChannel;

/** Lines that the front end's user types, on request: {@code System.in} of the cells. */
final class CellInput extends InputStream {
    private final StdinChannel stdin;
    private final CellOutput output;
    private @Nullable Message request;
    private byte[] line = {};
    private int position;

    CellInput(StdinChannel stdin, CellOutput output) {
        this.stdin = stdin;
        this.output = output;
    }

    /** Directs further questions to the front end that sent an execute request; drops what is left of a line. */
    synchronized void begin(Message executeRequest) {
        request = executeRequest;
        line = new byte[0];
        position = 0;
    }

    /**
     * Asks for a line.
     *
     * @throws UncheckedIOException if the front end cannot ask its user; unchecked, since a Scanner would swallow it
     */
    String ask(String prompt, boolean password) throws InterruptedIOException {
        Message asking;
        synchronized (this) {
            asking = request;
        }
        if (asking == null || !asking.flag("allow_stdin", true)) {
            throw new UncheckedIOException(
                    new IOException(
                            "The cell asks for input, but this front end cannot ask its user (it runs the notebook by itself)."));
        }
        output.flush();
        try {
            return stdin.ask(asking, prompt, password);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for input");
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (available() == 0) {
            byte[] typed = (ask("", false) + "\n").getBytes(UTF_8);
            synchronized (this) {
                line = typed;
                position = 0;
            }
        }
        synchronized (this) {
            int count = Math.min(length, line.length - position);
            System.arraycopy(line, position, target, offset, count);
            position += count;
            return count;
        }
    }

    @Override
    public synchronized int available() {
        return line.length - position;
    }
}
