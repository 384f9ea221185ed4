package org.plegma.widgets;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/**
 * Controls and the picture that follows them. The picture is an ordinary display that is updated in place, so that a saved
 * page holds the last one.
 */
final class Interaction {
    private static final String VIEW = "application/vnd.jupyter.widget-view+json";

    /** What lambdas hold stays in memory as long as their controls work, which are the newest ones. */
    private static final int MOST_OPEN = 64;

    private static final Deque<Interaction> OPEN = new ArrayDeque<>();

    /** A picture for the values of the controls, in their order. */
    interface Drawing {
        @Nullable
        Object of(List<Object> values) throws Exception;
    }

    private final Page page;
    private final List<Control<?>> controls;
    private final Drawing drawing;
    private final List<Object> values;
    private final String displayId = UUID.randomUUID().toString();
    private final boolean byButton;
    private final List<String> models = new ArrayList<>();
    private final Runnable draw = this::draw;

    private Interaction(Page page, List<Control<?>> controls, Drawing drawing) {
        this.page = page;
        this.controls = controls;
        this.drawing = drawing;
        values = controls.stream().map(Control::start).collect(Collectors.toCollection(ArrayList::new));
        byButton = controls.stream().anyMatch(Control::isButton);
    }

    /** Shows controls, and below them the picture for the values at which they start. */
    static void start(Page page, List<Control<?>> controls, Drawing drawing) throws Throwable {
        Interaction interaction = new Interaction(page, controls, drawing);
        MimeBundle first = interaction.byButton
                ? MimeBundle.text("Press the button.")
                : page.captured(interaction::picture); // a failure is the cell's, and nothing is shown
        page.display(interaction.open(), UUID.randomUUID().toString());
        page.display(first, interaction.displayId);
        OPEN.add(interaction);
        if (OPEN.size() > MOST_OPEN) {
            OPEN.remove().models.forEach(page::close);
        }
    }

    private MimeBundle open() {
        List<Model> rows = new ArrayList<>();
        for (int i = 0; i < controls.size(); i++) {
            Control<?> control = controls.get(i);
            Model value = control.model();
            List<Model> seen = control.seen(value);
            for (Model model : seen) {
                open(model, model == value ? i : -1);
            }
            rows.add(seen.get(seen.size() - 1));
        }
        Model all = Model.box("VBox", rows);
        open(all, -1);
        Map<String, Object> view = Map.of("version_major", 2, "version_minor", 0, "model_id", all.id());
        return Fallback.of(controls).with(VIEW, view);
    }

    /** @param control the index of the control whose value the model holds; negative if it holds none */
    private void open(Model model, int control) {
        models.add(model.id());
        page.open(model.id(), model.state(), message -> received(model, control, message));
    }

    private void received(Model model, int control, JsonObject message) {
        if (message.has("method") && message.get("method").getAsString().equals("request_state")) {
            JsonObject answer = new JsonObject();
            answer.addProperty("method", "update");
            answer.add("state", model.state().deepCopy());
            answer.add("buffer_paths", new JsonArray());
            page.send(model.id(), answer);
            return;
        }
        Control.changes(message).entrySet().forEach(change -> model.state().add(change.getKey(), change.getValue()));
        if (control >= 0 && take(control, controls.get(control), message)) {
            page.whenSettled(draw);
        }
    }

    @SuppressWarnings("unchecked") // each value is of its control's type
    private <T> boolean take(int index, Control<T> control, JsonObject message) {
        T before = (T) values.get(index);
        T now = control.read(message, before);
        values.set(index, now);
        return !now.equals(before) && (control.isButton() || !byButton);
    }

    private @Nullable Object picture() throws Exception {
        return drawing.of(List.copyOf(values));
    }

    private void draw() {
        MimeBundle bundle;
        try {
            bundle = page.captured(this::picture);
        } catch (Throwable failure) { // of the cell's code, any
            bundle = page.error(failure);
        }
        page.update(bundle, displayId);
    }
}
