package org.plegma.widgets;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Collectors;

/** A list of values, one of which is chosen. */
final class Dropdown<T> extends Control<T> {
    private final List<T> options;

    Dropdown(String name, List<T> options) {
        super(name, first(name, options));
        this.options = options;
    }

    private static <T> T first(String name, List<T> options) {
        if (options.isEmpty()) {
            throw new IllegalArgumentException("The choice " + name + " has nothing to choose from.");
        }
        return options.get(0);
    }

    @Override
    Model model() {
        List<String> labels = options.stream().map(String::valueOf).toList();
        return Model.control("Dropdown", values(name(), "_options_labels", labels, "index", 0));
    }

    @Override
    T read(JsonObject message, T before) {
        JsonElement index = changes(message).get("index");
        boolean known =
                index != null && index.isJsonPrimitive() && index.getAsInt() >= 0 && index.getAsInt() < options.size();
        return known ? options.get(index.getAsInt()) : before;
    }

    @Override
    String range() {
        return options.stream().map(String::valueOf).collect(Collectors.joining(", ", "one of ", ""));
    }
}
