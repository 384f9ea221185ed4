package org.plegma.kernel.protocol;

import com.google.gson.JsonObject;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;

/** Asks the front end for a line of input. Its own thread owns the socket, since the thread that waits is interruptible. */
public final class StdinChannel {
    private static final Logger LOG = LoggerFactory.getLogger(StdinChannel.class);
    private static final int POLL_MILLISECONDS = 20;

    private record Question(Message message, CompletableFuture<String> answer) {}

    private final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();
    private final ZMQ.Socket socket;
    private final Wire wire;

    public StdinChannel(ZMQ.Socket socket, Wire wire) {
        this.socket = socket;
        this.wire = wire;
        socket.setReceiveTimeOut(POLL_MILLISECONDS);
        Thread thread = new Thread(this::run, "plegma-stdin");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Asks and waits for the answer.
     *
     * @param request the execute request on whose behalf the cell asks
     * @param password whether the front end is to hide what is typed
     */
    public String ask(Message request, String prompt, boolean password) throws InterruptedException {
        JsonObject content = new JsonObject();
        content.addProperty("prompt", prompt);
        content.addProperty("password", password);
        CompletableFuture<String> answer = new CompletableFuture<>();
        questions.add(new Question(request.reply("input_request", content), answer));
        try {
            return answer.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("The front end cannot be asked for input", failure.getCause());
        } finally {
            answer.cancel(false);
        }
    }

    private void run() {
        while (true) {
            try {
                Question question = questions.take();
                discardLateAnswers();
                wire.send(socket, question.message);
                while (!question.answer.isDone()) {
                    Message reply = receive();
                    if (reply != null && reply.type().equals("input_reply")) {
                        question.answer.complete(reply.text("value", ""));
                    }
                }
            } catch (Throwable failure) {
                LOG.error("cannot ask for input", failure);
            }
        }
    }

    /** Answers to questions that were interrupted. */
    private void discardLateAnswers() {
        while ((socket.getEvents() & ZMQ.Poller.POLLIN) != 0) {
            receive();
        }
    }

    private @Nullable Message receive() {
        try {
            return wire.receive(socket, 0);
        } catch (Wire.BadMessageException bad) {
            LOG.warn("dropped a message: {}", bad.getMessage());
            return null;
        }
    }
}
