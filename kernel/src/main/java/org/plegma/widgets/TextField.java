package org.plegma.widgets;

import com.google.gson.JsonObject;

/** A line of text, which counts when it is entered. */
final class TextField extends Control<String> {

    TextField(String name, String start) {
        super(name, start);
    }

    @Override
    Model model() {
        return Model.control("Text", values(name(), "value", start(), "continuous_update", false));
    }

    @Override
    String read(JsonObject message, String before) {
        JsonObject changes = changes(message);
        return changes.has("value") ? changes.get("value").getAsString() : before;
    }

    @Override
    String range() {
        return "a text";
    }
}
