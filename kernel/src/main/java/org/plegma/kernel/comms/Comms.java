package org.plegma.kernel.comms;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The comms that are open, and the messages of theirs. */
public final class Comms {
    /** What the front end calls comms of widgets. */
    public static final String WIDGET = "jupyter.widget";

    private static final Logger LOG = LoggerFactory.getLogger(Comms.class);
    private static final String WIDGET_PROTOCOL = "2.1.0";

    /** Sends messages on the broadcast channel. */
    public interface Outlet {
        void publish(String type, JsonObject content, JsonObject metadata);
    }

    private final Map<String, Consumer<JsonObject>> widgets = new ConcurrentHashMap<>();
    private final Outlet outlet;

    public Comms(Outlet outlet) {
        this.outlet = outlet;
    }

    /**
     * Opens a comm for a widget.
     *
     * @param listener takes the data of the front end's messages
     */
    public void openWidget(String id, JsonObject state, Consumer<JsonObject> listener) {
        widgets.put(id, listener);
        JsonObject data = new JsonObject();
        data.add("state", state.deepCopy());
        data.add("buffer_paths", new JsonArray());
        JsonObject content = content(id, data);
        content.addProperty("target_name", WIDGET);
        JsonObject metadata = new JsonObject();
        metadata.addProperty("version", WIDGET_PROTOCOL);
        outlet.publish("comm_open", content, metadata);
    }

    /** Sends data to the front end's end of a comm. */
    public void send(String id, JsonObject data) {
        outlet.publish("comm_msg", content(id, data), new JsonObject());
    }

    /** Closes a comm from this end; nothing if it is closed already. */
    public void close(String id) {
        if (widgets.remove(id) != null) {
            refuse(id);
        }
    }

    /** The front end wants to open a comm. No one here waits for one, and the front end must not wait for an answer. */
    public void refuse(String id) {
        outlet.publish("comm_close", content(id, new JsonObject()), new JsonObject());
    }

    /** Takes a message of the front end; one that is for no comm, or that makes no sense, is dropped. */
    public void message(String id, JsonObject data) {
        Consumer<JsonObject> listener = widgets.get(id);
        if (listener == null) {
            LOG.debug("dropped a message for the comm {}, which is not open", id);
            return;
        }
        try {
            listener.accept(data);
        } catch (RuntimeException wrong) {
            LOG.warn("dropped a message for the comm {}: {}", id, wrong.toString());
        }
    }

    /** The front end has closed a comm. */
    public void closed(String id) {
        widgets.remove(id);
    }

    /** The open comms by their ids, those of a target or, if it is empty, all. */
    public JsonObject info(String target) {
        JsonObject comms = new JsonObject();
        if (target.isEmpty() || target.equals(WIDGET)) {
            for (String id : widgets.keySet()) {
                JsonObject comm = new JsonObject();
                comm.addProperty("target_name", WIDGET);
                comms.add(id, comm);
            }
        }
        return comms;
    }

    private static JsonObject content(String id, JsonObject data) {
        JsonObject content = new JsonObject();
        content.addProperty("comm_id", id);
        content.add("data", data);
        return content;
    }
}
