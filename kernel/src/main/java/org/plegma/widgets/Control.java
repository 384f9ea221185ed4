package org.plegma.widgets;

import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a reader moves, chooses, types or presses, and the values that it gives. Made by {@link Interact}, where
 * the notebook shows it.
 *
 * @param <T> the type of its values
 */
public abstract class Control<T> {
    private final String name;
    private final T start;

    Control(String name, T start) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("A control needs a name, which is shown beside it.");
        }
        this.name = name;
        this.start = start;
    }

    /** What is shown beside it. */
    public String name() {
        return name;
    }

    /** The value before it is touched. */
    public T start() {
        return start;
    }

    /** The model whose state holds the value. */
    abstract Model model();

    /** The value in what the front end says; {@code before} if that holds none. */
    abstract T read(JsonObject message, T before);

    /** All values it can have, in words. */
    abstract String range();

    /** Whether the picture waits for it, and follows no other control. */
    boolean isButton() {
        return false;
    }

    /** What is seen of it, and what else has to be opened for that; the last is what is seen. */
    List<Model> seen(Model value) {
        return List.of(value);
    }

    /** The part of a message that tells a changed state; empty if it tells something else. */
    static JsonObject changes(JsonObject message) {
        boolean update =
                message.has("method") && message.get("method").getAsString().equals("update");
        return update ? message.getAsJsonObject("state") : new JsonObject();
    }

    static Map<String, Object> values(String name, Object... more) {
        Map<String, Object> values = new HashMap<>(Map.of("description", name));
        for (int i = 0; i < more.length; i += 2) {
            values.put((String) more[i], more[i + 1]);
        }
        return values;
    }
}
