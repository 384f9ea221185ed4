package org.plegma.widgets;

import com.google.gson.JsonObject;

/** A slider over the real numbers of a range. */
final class DoubleSlider extends Control<Double> {
    private final double from;
    private final double to;
    private final double step;

    DoubleSlider(String name, double from, double to, double start, double step) {
        super(name, start);
        if (!(from < to) || Double.isInfinite(to - from)) {
            throw new IllegalArgumentException(
                    "The slider " + name + " goes from " + from + " to " + to + ": the first has to be the less.");
        }
        if (!(start >= from && start <= to)) {
            throw new IllegalArgumentException("The slider " + name + " starts at " + start + ", which is not between "
                    + from + " and " + to + ".");
        }
        if (!(step > 0)) {
            throw new IllegalArgumentException("The step of the slider " + name + " is " + step + ", not above 0.");
        }
        this.from = from;
        this.to = to;
        this.step = step;
    }

    @Override
    Model model() {
        return Model.control(
                "FloatSlider",
                values(name(), "min", from, "max", to, "step", step, "value", start(), "readout_format", ".4~g"));
    }

    @Override
    Double read(JsonObject message, Double before) {
        JsonObject changes = changes(message);
        return changes.has("value")
                ? (Double) Math.max(from, Math.min(to, changes.get("value").getAsDouble()))
                : before;
    }

    @Override
    String range() {
        return "from " + from + " to " + to;
    }
}
