package org.plegma.kernel.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.messages.HMACGenerator;
import org.junit.jupiter.api.Test;

class WireTest {
    private final Wire wire;

    WireTest() throws Exception {
        wire = new Wire(new HMACGenerator("hmac-sha256", "key"));
    }

    private static Message message() {
        JsonObject content = new JsonObject();
        content.addProperty("code", "\"é😀\" <&>");
        content.addProperty("ratio", 1.5);
        return Message.of(List.of("id".getBytes(UTF_8)), "execute_request", new JsonObject(), content);
    }

    @Test
    void whatIsSentIsWhatIsReceived() throws Exception {
        Message sent = message();
        Message received = wire.decode(wire.encode(sent));
        assertEquals(sent.header(), received.header());
        assertEquals("\"é😀\" <&>", received.text("code", ""));
        assertEquals("execute_request", received.type());
        assertEquals("id", new String(received.identities().get(0), UTF_8));
        assertEquals(
                sent.header(), received.reply("execute_reply", new JsonObject()).parent());
    }

    @Test
    void missingAndWronglyTypedContentTakesTheDefault() throws Exception {
        Message received = wire.decode(wire.encode(message()));
        assertEquals("none", received.text("ratio", "none"));
        assertEquals(true, received.flag("silent", true));
        assertEquals(4, received.number("code", 4));
        assertEquals(new JsonObject(), received.object("code"));
    }

    @Test
    void anyChangedByteIsNoticed() {
        List<byte[]> frames = wire.encode(message());
        for (int frame = 2; frame < frames.size(); frame++) {
            List<byte[]> changed = new ArrayList<>();
            frames.forEach(f -> changed.add(f.clone()));
            changed.get(frame)[0] ^= 1;
            assertThrows(Wire.BadMessageException.class, () -> wire.decode(changed), "frame " + frame);
        }
        for (int length = 0; length < frames.size(); length++) {
            List<byte[]> shorter = frames.subList(0, length);
            assertThrows(Wire.BadMessageException.class, () -> wire.decode(shorter));
        }
    }

    @Test
    void anotherKeyIsRefused() throws Exception {
        Wire other = new Wire(new HMACGenerator("hmac-sha256", "another"));
        assertThrows(Wire.BadMessageException.class, () -> other.decode(wire.encode(message())));
    }
}
