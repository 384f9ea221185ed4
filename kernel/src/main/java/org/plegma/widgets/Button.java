package org.plegma.widgets;

import com.google.gson.JsonObject;

/** A button; its value is how often it was pressed. */
final class Button extends Control<Integer> {

    Button(String name) {
        super(name, 0);
    }

    @Override
    Model model() {
        return Model.control("Button", values(name()));
    }

    @Override
    Integer read(JsonObject message, Integer before) {
        boolean pressed = message.get("content") instanceof JsonObject content
                && content.has("event")
                && content.get("event").getAsString().equals("click");
        return pressed ? (Integer) (before + 1) : before;
    }

    @Override
    boolean isButton() {
        return true;
    }

    @Override
    String range() {
        return "a button";
    }
}
