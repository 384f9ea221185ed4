package org.plegma.kernel.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.dflib.jjava.jupyter.messages.HMACGenerator;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;

/**
 * Messages as frames: {@code identities… <IDS|MSG> signature header parent metadata content buffers…}.
 *
 * <p>All frames of a message are taken from the socket before any is looked at, so that a malformed message can neither
 * block the reader nor shift the next one. Safe for use by several threads.
 */
public final class Wire {
    private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(US_ASCII);

    private static final int LONGEST_REASON = 200;

    /** Nulls are part of the protocol; NaN and infinities are not JSON, but front ends in Python read them. */
    private static final Gson GSON = new GsonBuilder()
            .serializeNulls()
            .serializeSpecialFloatingPointValues()
            .disableHtmlEscaping()
            .create();

    private final HMACGenerator signer;

    public Wire(HMACGenerator signer) {
        this.signer = signer;
    }

    /** A message that breaks the protocol; the caller logs and drops it. */
    static final class BadMessageException extends Exception {
        private static final long serialVersionUID = 1;

        BadMessageException(String message) {
            super(message);
        }
    }

    /**
     * Takes the next message from a socket.
     *
     * @param flags 0 to wait for it, or {@link ZMQ#DONTWAIT}
     * @return the message, or null if none waits
     */
    @Nullable
    Message receive(ZMQ.Socket socket, int flags) throws BadMessageException {
        byte[] first = socket.recv(flags);
        if (first == null) {
            return null;
        }
        List<byte[]> frames = new ArrayList<>();
        frames.add(first);
        while (socket.hasReceiveMore()) {
            frames.add(socket.recv());
        }
        return decode(frames);
    }

    void send(ZMQ.Socket socket, Message message) {
        List<byte[]> frames = encode(message);
        int last = frames.size() - 1;
        for (int i = 0; i < last; i++) {
            socket.sendMore(frames.get(i));
        }
        socket.send(frames.get(last));
    }

    Message decode(List<byte[]> frames) throws BadMessageException {
        int delimiter = 0;
        while (delimiter < frames.size() && !Arrays.equals(frames.get(delimiter), DELIMITER)) {
            delimiter++;
        }
        if (frames.size() < delimiter + 6) {
            throw new BadMessageException("expected a delimiter, a signature and 4 parts, got " + frames.size()
                    + " frames with the delimiter at " + delimiter);
        }
        byte[][] parts = frames.subList(delimiter + 2, delimiter + 6).toArray(byte[][]::new);
        String signature = signer.calculateSignature(parts);
        if (signature != null && !MessageDigest.isEqual(signature.getBytes(US_ASCII), frames.get(delimiter + 1))) {
            throw new BadMessageException("wrong signature");
        }
        JsonObject header = object(parts[0], "header");
        for (String name : Set.of("msg_id", "msg_type")) {
            if (!header.has(name) || !header.get(name).isJsonPrimitive()) {
                throw new BadMessageException("no " + name + " in the header");
            }
        }
        return new Message(
                List.copyOf(frames.subList(0, delimiter)),
                header,
                object(parts[1], "parent header"),
                object(parts[2], "metadata"),
                object(parts[3], "content"));
    }

    List<byte[]> encode(Message message) {
        byte[][] parts = {
            bytes(message.header()), bytes(message.parent()), bytes(message.metadata()), bytes(message.content())
        };
        String signature = signer.calculateSignature(parts);
        List<byte[]> frames = new ArrayList<>(message.identities());
        frames.add(DELIMITER);
        frames.add((signature == null ? "" : signature).getBytes(US_ASCII));
        frames.addAll(List.of(parts));
        return frames;
    }

    /** A tree of maps, lists, strings, numbers and booleans as JSON. */
    public static JsonElement tree(Object value) {
        return GSON.toJsonTree(value);
    }

    private static byte[] bytes(JsonObject object) {
        return GSON.toJson(object).getBytes(UTF_8);
    }

    private static JsonObject object(byte[] part, String what) throws BadMessageException {
        try {
            JsonElement parsed = JsonParser.parseString(new String(part, UTF_8));
            if (parsed.isJsonObject()) {
                return parsed.getAsJsonObject();
            }
        } catch (JsonParseException | StackOverflowError malformed) { // the parser recurses into nested arrays
            throw new BadMessageException("malformed " + what + ": "
                    + malformed
                            .toString()
                            .lines()
                            .findFirst()
                            .orElse("")
                            .replaceFirst("(?<=.{" + LONGEST_REASON + "}).*", "…"));
        }
        throw new BadMessageException("the " + what + " is no JSON object");
    }
}
