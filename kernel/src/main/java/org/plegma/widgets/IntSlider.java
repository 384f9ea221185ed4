package org.plegma.widgets;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;

/** A slider over the whole numbers of a range, with or without a button that plays them one after the other. */
final class IntSlider extends Control<Integer> {
    private static final int PLAY_MILLISECONDS = 100;

    private final int from;
    private final int to;
    private final boolean plays;

    IntSlider(String name, int from, int to, int start, boolean plays) {
        super(name, start);
        if (from >= to) {
            throw new IllegalArgumentException(
                    "The slider " + name + " goes from " + from + " to " + to + ": the first has to be the less.");
        }
        if (start < from || start > to) {
            throw new IllegalArgumentException("The slider " + name + " starts at " + start + ", which is not between "
                    + from + " and " + to + ".");
        }
        this.from = from;
        this.to = to;
        this.plays = plays;
    }

    @Override
    Model model() {
        return Model.control("IntSlider", values(name(), "min", from, "max", to, "value", start()));
    }

    @Override
    List<Model> seen(Model value) {
        if (!plays) {
            return List.of(value);
        }
        Model play =
                Model.control("Play", Map.of("min", from, "max", to, "value", start(), "interval", PLAY_MILLISECONDS));
        return List.of(play, value, Model.link(play, value), Model.box("HBox", List.of(play, value)));
    }

    @Override
    Integer read(JsonObject message, Integer before) {
        JsonObject changes = changes(message);
        return changes.has("value")
                ? (Integer) Math.max(from, Math.min(to, changes.get("value").getAsInt()))
                : before;
    }

    @Override
    String range() {
        return "from " + from + " to " + to;
    }
}
