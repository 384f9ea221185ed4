package org.plegma.kernel.protocol;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message of the Jupyter protocol, its JSON parts as trees.
 *
 * @param identities routing frames of the ROUTER sockets, or the topic on IOPub
 * @param parent the header of the request that this message answers; empty for a request
 */
public record Message(
        @Nullable List<byte[]> identities,
        JsonObject header,
        JsonObject parent,
        JsonObject metadata,
        JsonObject content) {
    /** The version of the protocol that the kernel speaks. */
    public static final String PROTOCOL = "5.3";

    private static final String SESSION = UUID.randomUUID().toString();

    /** A message of the kernel on behalf of {@code parent}, the header of a request. */
    static Message of(@Nullable List<byte[]> identities, String type, JsonObject parent, JsonObject content) {
        return of(identities, type, parent, content, new JsonObject());
    }

    /** The same with metadata. */
    static Message of(
            @Nullable List<byte[]> identities,
            String type,
            JsonObject parent,
            JsonObject content,
            JsonObject metadata) {
        JsonObject header = new JsonObject();
        header.addProperty("msg_id", UUID.randomUUID().toString());
        header.addProperty("session", SESSION);
        header.addProperty("username", "kernel");
        header.addProperty("date", Instant.now().toString());
        header.addProperty("msg_type", type);
        header.addProperty("version", PROTOCOL);
        return new Message(identities, header, parent, metadata, content);
    }

    /** The answer to this request, with the same routing. */
    public Message reply(String type, JsonObject content) {
        return of(identities, type, header, content);
    }

    public String type() {
        return header.get("msg_type").getAsString();
    }

    /** A text of the content, or {@code otherwise} if there is none by that name. */
    public String text(String name, String otherwise) {
        return content.get(name) instanceof JsonPrimitive value && value.isString() ? value.getAsString() : otherwise;
    }

    /** A truth value of the content, or {@code otherwise} if there is none by that name. */
    public boolean flag(String name, boolean otherwise) {
        return content.get(name) instanceof JsonPrimitive value && value.isBoolean() ? value.getAsBoolean() : otherwise;
    }

    /** An integer of the content, or {@code otherwise} if there is none by that name. */
    public int number(String name, int otherwise) {
        return content.get(name) instanceof JsonPrimitive value && value.isNumber() ? value.getAsInt() : otherwise;
    }

    /** An object of the content; empty if there is none by that name. */
    public JsonObject object(String name) {
        JsonElement value = content.get(name);
        return value != null && value.isJsonObject() ? value.getAsJsonObject() : new JsonObject();
    }
}
