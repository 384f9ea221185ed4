package org.plegma.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.device.LongWaits;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.kernel.cell.CellControl;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.kernel.comms.Comms;
import org.plegma.kernel.editor.HelpQuery;
import org.plegma.kernel.editor.Inspector;
import org.plegma.kernel.protocol.Message;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.MagicEngine;
import org.plegma.magics.MagicException;

/** Runs cells: counts them, keeps the history, shows results and errors. On the cell thread only. */
final class Executions {
    private final JavaEvaluator java;
    private final MagicEngine magics;
    private final Inspector inspector;
    private final CellOutput output;
    private final ErrorReports errors;
    private final CellThread thread;
    private final InputHistory history;
    private final Comms comms;
    private final NotebookPage page;
    private int count;

    Executions(
            JavaEvaluator java,
            MagicEngine magics,
            Inspector inspector,
            CellOutput output,
            ErrorReports errors,
            CellThread thread,
            InputHistory history,
            Comms comms,
            NotebookPage page) {
        this.java = java;
        this.magics = magics;
        this.inspector = inspector;
        this.output = output;
        this.errors = errors;
        this.thread = thread;
        this.history = history;
        this.comms = comms;
        this.page = page;
    }

    /**
     * Runs the cell of an execute request; gives the content of the reply.
     *
     * @param first told before anything else; empty if there is nothing to tell
     */
    JsonObject execute(Message request, String first) {
        String code = request.text("code", "");
        boolean silent = request.flag("silent", false);
        boolean stored = !silent && request.flag("store_history", true);
        if (stored && !code.isBlank()) {
            count++;
        }
        output.begin(request.header(), silent);
        LongWaits.beginTask();
        JsonObject input = new JsonObject();
        input.addProperty("code", code);
        input.addProperty("execution_count", count);
        output.publish("execute_input", input);
        if (!first.isEmpty()) {
            output.err().println(first);
        }
        CellControl.reserveMemory();
        java.beginCell(count);
        JsonObject reply = new JsonObject();
        String shown = null;
        try {
            Object value = evaluate(code);
            // System.out.printf(…) without a semicolon gives the stream, which nobody wants to see.
            if (value != null && !(value instanceof Notebook.Shown) && !(value instanceof PrintStream) && !silent) {
                MimeBundle bundle = value instanceof MimeBundle ready ? ready : Renderers.render(value);
                shown = bundle.plain();
                output.result(bundle, count);
            }
            reply.add("user_expressions", userExpressions(request.object("user_expressions")));
            reply.add("payload", output.payload());
            reply.addProperty("status", "ok");
        } catch (Throwable failure) { // whatever a cell throws, the kernel lives
            CellControl.releaseMemory(failure);
            reply = errors.report(failure, code, thread.wasInterrupted());
            output.end();
            output.publish("error", reply.deepCopy());
            reply.addProperty("status", "error");
        }
        output.end();
        reply.addProperty("execution_count", count);
        if (stored && !code.isBlank()) {
            history.add(count, code, shown);
        }
        return reply;
    }

    /**
     * Takes what the front end says of a comm.
     *
     * @param moreFollow whether more of the kind is there already, so that pictures wait for the last
     */
    void comm(Message request, boolean moreFollow) {
        String id = request.text("comm_id", "");
        output.between(request.header(), () -> {
            switch (request.type()) {
                case "comm_open" -> comms.refuse(id);
                case "comm_close" -> comms.closed(id);
                default -> comms.message(id, request.object("data"));
            }
            if (!moreFollow) {
                LongWaits.beginTask();
                page.settle();
            }
        });
    }

    private @Nullable Object evaluate(String code) throws Throwable {
        if (HelpQuery.isForAll(code)) {
            return magics.execute("%help");
        }
        Optional<String> asked = HelpQuery.of(code);
        if (asked.isPresent()) {
            String name = asked.get();
            return inspector
                    .find(name, name.length())
                    .orElseThrow(
                            () -> new MagicException(name + " is not known here: it is no variable, method, class or"
                                    + " magic. %lsmagic lists the magics."));
        }
        return magics.handles(code) ? magics.execute(code) : java.evaluate(code, 1);
    }

    /** Each expression's value as a bundle, or its error. */
    private JsonObject userExpressions(JsonObject expressions) {
        JsonObject results = new JsonObject();
        for (Map.Entry<String, JsonElement> expression : expressions.entrySet()) {
            results.add(
                    expression.getKey(), userExpression(expression.getValue().getAsString()));
        }
        return results;
    }

    private JsonObject userExpression(String expression) {
        try {
            MimeBundle bundle = Renderers.render(java.evaluate(expression, 1));
            JsonObject result = new JsonObject();
            result.addProperty("status", "ok");
            result.add("data", Wire.tree(bundle.data()));
            result.add("metadata", Wire.tree(bundle.metadata()));
            return result;
        } catch (Throwable failure) {
            JsonObject result = errors.report(failure, expression, false);
            result.addProperty("status", "error");
            return result;
        }
    }
}
