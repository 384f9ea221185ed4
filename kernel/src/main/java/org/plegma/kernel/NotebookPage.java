package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.StackedView;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.kernel.comms.Comms;
import org.plegma.widgets.Page;

/** The notebook as its widgets see it. On the cell thread only. */
final class NotebookPage implements Page {
    private final JavaEvaluator java;
    private final Comms comms;
    private final CellOutput output;
    private final ErrorReports errors;
    private final BooleanSupplier interrupted;
    private final Set<Runnable> due = new LinkedHashSet<>();

    /** @param interrupted whether the user stopped the code that ran last */
    NotebookPage(JavaEvaluator java, Comms comms, CellOutput output, ErrorReports errors, BooleanSupplier interrupted) {
        this.java = java;
        this.comms = comms;
        this.output = output;
        this.errors = errors;
        this.interrupted = interrupted;
    }

    @Override
    public void open(String id, JsonObject state, Consumer<JsonObject> listener) {
        comms.openWidget(id, state, listener);
    }

    @Override
    public void send(String id, JsonObject data) {
        comms.send(id, data);
    }

    @Override
    public void close(String id) {
        comms.close(id);
    }

    @Override
    public MimeBundle captured(Callable<?> code) throws Throwable {
        Capture capture = output.capture();
        Object value;
        try {
            value = java.control().call(code);
        } finally {
            output.release();
        }
        List<MimeBundle> bundles = capture.bundles();
        if (value != null && !(value instanceof Notebook.Shown)) {
            bundles.add(value instanceof MimeBundle ready ? ready : Renderers.render(value));
        }
        return StackedView.of(bundles);
    }

    @Override
    public void whenSettled(Runnable task) {
        due.add(task);
    }

    /** Runs what waits for the end of the front end's messages. */
    void settle() {
        List<Runnable> tasks = List.copyOf(due);
        due.clear();
        tasks.forEach(Runnable::run);
    }

    @Override
    public void display(MimeBundle bundle, String displayId) {
        output.display(bundle, displayId);
    }

    @Override
    public void update(MimeBundle bundle, String displayId) {
        output.update(bundle, displayId);
    }

    @Override
    public MimeBundle error(Throwable failure) {
        JsonObject report = errors.report(failure, "", interrupted.getAsBoolean());
        StringBuilder text = new StringBuilder();
        report.getAsJsonArray("traceback")
                .forEach(line -> text.append(line.getAsString()).append('\n'));
        return MimeBundle.text(text.toString().stripTrailing());
    }
}
