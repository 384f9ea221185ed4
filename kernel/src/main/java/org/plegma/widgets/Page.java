package org.plegma.widgets;

import com.google.gson.JsonObject;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.plegma.display.page.MimeBundle;

/** What widgets need of the notebook that they are shown in. All calls come on the thread that runs cells. */
public interface Page {

    /**
     * Opens a widget's model in the front end.
     *
     * @param id its name, under which other models refer to it as {@code IPY_MODEL_id}
     * @param listener takes what the front end says of it
     */
    void open(String id, JsonObject state, Consumer<JsonObject> listener);

    /** Says something of a widget's model to the front end. */
    void send(String id, JsonObject data);

    /** Closes a widget's model in the front end. */
    void close(String id);

    /** Runs code of a cell. Gives what it shows, prints and returns as one bundle, instead of showing it. */
    MimeBundle captured(Callable<?> code) throws Throwable;

    /** Runs a task when all that the front end has said by now is taken in; the same task once only. */
    void whenSettled(Runnable task);

    /** Shows a bundle under an id. */
    void display(MimeBundle bundle, String displayId);

    /** Replaces what is shown under the id. */
    void update(MimeBundle bundle, String displayId);

    /** How a failure of the cell's code looks, with its place in the cell. */
    MimeBundle error(Throwable failure);
}
