package org.plegma.widgets;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A widget's model: its name and the part of its state that is not the front end's default. */
final class Model {
    private static final String CONTROLS = "@jupyter-widgets/controls";
    private static final String VERSION = "2.0.0";
    private static final Gson GSON = new Gson();

    private final String id = UUID.randomUUID().toString().replace("-", "");
    private final JsonObject state;

    private Model(String name, @Nullable String view, Map<String, ?> values) {
        state = GSON.toJsonTree(values).getAsJsonObject();
        state.addProperty("_model_module", CONTROLS);
        state.addProperty("_model_module_version", VERSION);
        state.addProperty("_model_name", name + "Model");
        state.addProperty("_view_module", CONTROLS);
        state.addProperty("_view_module_version", VERSION);
        state.addProperty("_view_name", view);
    }

    /** A control that is seen, such as a {@code FloatSlider}. */
    static Model control(String name, Map<String, ?> values) {
        return new Model(name, name + "View", values);
    }

    /** A box of other models. */
    static Model box(String name, List<Model> children) {
        return control(
                name, Map.of("children", children.stream().map(Model::reference).toList()));
    }

    /** Keeps the value of one model at that of another, in the front end. */
    static Model link(Model from, Model to) {
        Model link = new Model("Link", null, Map.of());
        link.state.add("source", GSON.toJsonTree(List.of(from.reference(), "value")));
        link.state.add("target", GSON.toJsonTree(List.of(to.reference(), "value")));
        return link;
    }

    String id() {
        return id;
    }

    /** The whole state; it changes with what the front end says. */
    JsonObject state() {
        return state;
    }

    private String reference() {
        return "IPY_MODEL_" + id;
    }
}
