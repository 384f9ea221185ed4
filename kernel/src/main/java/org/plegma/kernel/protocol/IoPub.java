package org.plegma.kernel.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;

/**
 * The broadcast channel. Its own thread owns the socket: a thread that runs a cell may be interrupted, and an interrupt
 * inside ZeroMQ would break the socket. Messages leave in the order in which they were published.
 */
public final class IoPub {
    private static final Logger LOG = LoggerFactory.getLogger(IoPub.class);

    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final ZMQ.Socket socket;
    private final Wire wire;

    /** @param socket a bound PUB socket without a limit on queued messages, which it would drop in silence */
    public IoPub(ZMQ.Socket socket, Wire wire) {
        this.socket = socket;
        this.wire = wire;
        Thread thread = new Thread(this::run, "plegma-iopub");
        thread.setDaemon(true);
        thread.start();
    }

    /** Publishes on behalf of a request, whose header is {@code parent}. */
    public void publish(String type, JsonObject parent, JsonObject content) {
        publish(type, parent, content, new JsonObject());
    }

    /** Publishes with metadata on behalf of a request, whose header is {@code parent}. */
    public void publish(String type, JsonObject parent, JsonObject content, JsonObject metadata) {
        Message message = Message.of(List.of(type.getBytes(UTF_8)), type, parent, content, metadata);
        queue.add(() -> wire.send(socket, message));
    }

    /** Publishes the state of the kernel: {@code starting}, {@code busy} or {@code idle}. */
    public void status(JsonObject parent, String state) {
        JsonObject content = new JsonObject();
        content.addProperty("execution_state", state);
        publish("status", parent, content);
    }

    /** Waits until all that was published before is handed to the socket, at most for the given time. */
    public void drain(long milliseconds) {
        CountDownLatch sent = new CountDownLatch(1);
        queue.add(sent::countDown);
        try {
            sent.await(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (true) {
            try {
                queue.take().run();
            } catch (Throwable failure) { // out of memory for one message must not end the channel
                LOG.error("cannot publish a message", failure);
            }
        }
    }
}
