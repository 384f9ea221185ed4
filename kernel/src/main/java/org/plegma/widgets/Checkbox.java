package org.plegma.widgets;

import com.google.gson.JsonObject;

/** A box that is ticked or not. */
final class Checkbox extends Control<Boolean> {

    Checkbox(String name, boolean start) {
        super(name, start);
    }

    @Override
    Model model() {
        return Model.control("Checkbox", values(name(), "value", start(), "indent", false));
    }

    @Override
    Boolean read(JsonObject message, Boolean before) {
        JsonObject changes = changes(message);
        return changes.has("value") ? (Boolean) changes.get("value").getAsBoolean() : before;
    }

    @Override
    String range() {
        return "yes or no";
    }
}
