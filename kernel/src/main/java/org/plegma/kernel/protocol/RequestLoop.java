package org.plegma.kernel.protocol;

import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;

/**
 * The thread that owns one of the two request channels, shell or control: takes a request, has it answered, sends the
 * answer, and shows the kernel as busy meanwhile. No message and no failing handler ends it.
 */
public final class RequestLoop {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLoop.class);

    private static final String COMM = "comm_msg";

    /** Answers requests, one at a time. */
    public interface Handler {
        /**
         * The answer to a request; null if it is of a type that has none.
         *
         * @param sameFollows for a message of a comm: whether the next request, which is there already, is one too
         */
        @Nullable
        Message answer(Message request, boolean sameFollows) throws Exception;

        /** Whether the last request failed in such a way that those which wait are not to run. */
        boolean abortsWaiting();

        /** Called when the answer is sent. */
        void answered(Message request);
    }

    private final ZMQ.Socket socket;
    private final Wire wire;
    private final IoPub ioPub;
    private final Handler handler;
    private final Deque<Message> arrived = new ArrayDeque<>();

    public RequestLoop(String name, ZMQ.Socket socket, Wire wire, IoPub ioPub, Handler handler) {
        this.socket = socket;
        this.wire = wire;
        this.ioPub = ioPub;
        this.handler = handler;
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (true) {
            try {
                Message request = arrived.isEmpty() ? receive(0) : arrived.remove();
                if (request != null) {
                    handle(request);
                }
            } catch (Throwable failure) { // such as no memory for the answer
                LOG.error("cannot handle a message", failure);
            }
        }
    }

    private void handle(Message request) {
        ioPub.status(request.header(), "busy");
        Message answer;
        try {
            answer = handler.answer(request, sameFollows(request));
        } catch (Throwable failure) {
            String name = failure.getClass().getName(); // all else of a cell's exception is code of the cell
            LOG.error("cannot answer a {}: {}", request.type(), name);
            LOG.debug("at {}", (Object) failure.getStackTrace());
            answer = failed(request, name);
        }
        // Before the answer goes out: who has seen it and then asks again is not to be aborted.
        List<Message> aborted = handler.abortsWaiting() ? waiting() : List.of();
        ioPub.status(request.header(), "idle"); // first: clients wait for it, some not long, once they have the answer
        if (answer != null) {
            wire.send(socket, answer);
        }
        handler.answered(request);
        aborted.forEach(this::abortOrHandle);
    }

    private void abortOrHandle(Message request) {
        if (!request.type().equals("execute_request")) {
            handle(request);
            return;
        }
        ioPub.status(request.header(), "busy");
        JsonObject content = new JsonObject();
        content.addProperty("status", "aborted");
        ioPub.status(request.header(), "idle");
        wire.send(socket, request.reply("execute_reply", content));
    }

    private boolean sameFollows(Message request) {
        if (!request.type().equals(COMM)) {
            return false;
        }
        receiveWaiting();
        return !arrived.isEmpty() && arrived.peek().type().equals(COMM);
    }

    private List<Message> waiting() {
        receiveWaiting();
        List<Message> requests = List.copyOf(arrived);
        arrived.clear();
        return requests;
    }

    private void receiveWaiting() {
        while ((socket.getEvents() & ZMQ.Poller.POLLIN) != 0) {
            Message request = receive(ZMQ.DONTWAIT);
            if (request != null) {
                arrived.add(request);
            }
        }
    }

    private @Nullable Message receive(int flags) {
        try {
            return wire.receive(socket, flags);
        } catch (Wire.BadMessageException bad) {
            LOG.warn("dropped a message: {}", bad.getMessage());
        } catch (Throwable failure) {
            LOG.error("cannot read a message", failure);
        }
        return null;
    }

    private static Message failed(Message request, String name) {
        JsonObject content = new JsonObject();
        content.addProperty("status", "error");
        content.addProperty("ename", name);
        content.addProperty("evalue", "The kernel could not answer.");
        content.add("traceback", Wire.tree(List.of(name)));
        return request.reply(request.type().replace("_request", "_reply"), content);
    }
}
