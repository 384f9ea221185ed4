package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.device.LongWaits;
import org.plegma.kernel.cell.CellControl;
import org.plegma.kernel.cell.DefaultImports;
import org.plegma.kernel.cell.InterruptShield;
import org.plegma.kernel.cell.JavaEvaluator;
import org.plegma.kernel.comms.Comms;
import org.plegma.kernel.editor.CompletenessCheck;
import org.plegma.kernel.editor.Completer;
import org.plegma.kernel.editor.Inspector;
import org.plegma.kernel.protocol.IoPub;
import org.plegma.kernel.protocol.Message;
import org.plegma.kernel.protocol.RequestLoop;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.Host;
import org.plegma.magics.MagicEngine;
import org.plegma.widgets.Interact;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kernel: the parts put together, and an answer to each type of request. */
final class PlegmaKernel {
    private static final Logger LOG = LoggerFactory.getLogger(PlegmaKernel.class);
    private static final int SEND_MILLISECONDS = 50;

    /** What a cell takes falls until about then. */
    private static final int PRACTICE_CELLS = 60;

    private final InterruptShield shield = new InterruptShield();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final InputHistory history = new InputHistory(HistoryFile.ofUser());
    private final CellOutput output;
    private final CellInput input;
    private final CellThread thread;
    private final IoPub ioPub;
    private final Comms comms;
    private final Function<Host, MagicEngine> magicsOf;
    private volatile @Nullable Opened opened;
    private boolean failed;
    private volatile String atFirst = "";

    /** What needs JShell, which starts after the kernel. */
    private record Opened(
            JavaEvaluator java,
            Executions executions,
            Completer completer,
            Inspector inspector,
            CompletenessCheck completeness) {}

    PlegmaKernel(CellOutput output, CellInput input, IoPub ioPub, Function<Host, MagicEngine> magicsOf) {
        this.ioPub = ioPub;
        this.output = output;
        comms = new Comms(output::publish);
        this.input = input;
        this.magicsOf = magicsOf;
        thread = new CellThread(
                shield,
                () -> opened != null && opened.java.running(),
                stack -> opened == null ? List.of() : opened.java.traces().in(stack));
        LongWaits.tellTo(this::tellBusy);
        thread.start(this::open);
    }

    /** Starts JShell; the first task of the cell thread, so that the kernel answers meanwhile what needs no Java. */
    private void open() {
        JavaEvaluator evaluator = new JavaEvaluator(shield);
        ErrorReports errors = new ErrorReports(evaluator.traces());
        NotebookHost host = new NotebookHost(evaluator, output, input, errors, history);
        Notebook.install(host);
        host.addToClasspath(StartClasspath.entries(System.getenv(StartClasspath.VARIABLE)));
        Thread.setDefaultUncaughtExceptionHandler((failed, failure) -> tellOf(failed, failure, errors));
        MagicEngine magics = magicsOf.apply(host);
        Inspector inspector = new Inspector(evaluator, magics);
        NotebookPage page = new NotebookPage(evaluator, comms, output, errors, thread::wasInterrupted);
        Interact.install(page);
        opened = new Opened(
                evaluator,
                new Executions(evaluator, magics, inspector, output, errors, thread, history, comms, page),
                new Completer(evaluator, magics, Notebook.class, Interact.class),
                inspector,
                new CompletenessCheck(evaluator.splitter(), magics));
        DefaultImports.declare(evaluator);
        practise(evaluator, PRACTICE_CELLS);
    }

    /**
     * Runs a cell again and again until a front end sends one: Java compiles what has run often, and cells are quick sooner. Each is
     * a task of its own, so that the front end's cell waits for one at most.
     */
    private void practise(JavaEvaluator evaluator, int cells) {
        if (cells > 0 && !thread.hasRun()) {
            DefaultImports.practise(evaluator);
            thread.start(() -> practise(evaluator, cells - 1));
        }
    }

    /** A thread that a cell started has failed: shown as a cell's failure would be, with its place. */
    private void tellOf(Thread failed, Throwable failure, ErrorReports errors) {
        CellControl.releaseMemory(failure);
        Lifetime.endWithout(failed, failure);
        StringBuilder text = new StringBuilder("The thread " + failed.getName() + " has failed.");
        errors.report(failure, "", false).getAsJsonArray("traceback").forEach(line -> text.append('\n')
                .append(line.getAsString()));
        output.err().println(text);
    }

    private Opened opened() {
        return Objects.requireNonNull(opened, "JShell has not started.");
    }

    /** The answers of the shell channel. */
    RequestLoop.Handler shell() {
        return new RequestLoop.Handler() {
            @Override
            public @Nullable Message answer(Message request, boolean sameFollows) throws Exception {
                failed = false;
                return answerShell(request, sameFollows);
            }

            @Override
            public boolean abortsWaiting() {
                return failed;
            }

            @Override
            public void answered(Message request) {
                endIfAsked(request);
            }
        };
    }

    /** The answers of the control channel, which come while a cell runs. */
    RequestLoop.Handler control() {
        return new RequestLoop.Handler() {
            @Override
            public @Nullable Message answer(Message request, boolean sameFollows) {
                return answerControl(request);
            }

            @Override
            public boolean abortsWaiting() {
                return false;
            }

            @Override
            public void answered(Message request) {
                endIfAsked(request);
            }
        };
    }

    /** Tells something in the first cell. */
    void tellAtFirst(String text) {
        atFirst = text;
    }

    private JsonObject execute(Message request) {
        boolean silent = request.flag("silent", false);
        String text = silent ? "" : atFirst;
        atFirst = silent ? atFirst : "";
        return opened().executions.execute(request, text);
    }

    /** Stops the cell that runs; without one, says what the devices still do for cells before. */
    void interrupt() {
        if (!thread.interrupt()) {
            LongWaits.running().forEach(this::tellBusy);
        }
    }

    private void tellBusy(String what) {
        output.err()
                .println(what
                        + " It cannot be interrupted. %device --reset gives the device up, with the arrays on it.");
        output.flush();
    }

    private @Nullable Message answerShell(Message request, boolean sameFollows) throws Exception {
        return switch (request.type()) {
            case "execute_request" -> {
                input.begin(request);
                JsonObject content = thread.run(() -> execute(request));
                failed = content.get("status").getAsString().equals("error") && request.flag("stop_on_error", true);
                yield request.reply("execute_reply", content);
            }
            case "complete_request" -> {
                String code = request.text("code", "");
                int cursor = request.number("cursor_pos", code.length());
                yield request.reply(
                        "complete_reply", onCellThread(() -> opened().completer.reply(code, cursor)));
            }
            case "inspect_request" -> {
                String code = request.text("code", "");
                int cursor = request.number("cursor_pos", code.length());
                yield request.reply(
                        "inspect_reply", onCellThread(() -> opened().inspector.reply(code, cursor)));
            }
            case "is_complete_request" -> {
                String code = request.text("code", "");
                yield request.reply("is_complete_reply", onCellThread(() -> opened().completeness
                        .reply(code)));
            }
            case "history_request" -> request.reply("history_reply", history.reply(request));
            case "comm_open", "comm_msg", "comm_close" -> {
                thread.run(() -> {
                    opened().executions.comm(request, sameFollows);
                    return null;
                });
                yield null;
            }
            case "comm_info_request" -> request.reply(
                    "comm_info_reply", ok("comms", comms.info(request.text("target_name", ""))));
            default -> answerControl(request);
        };
    }

    private JsonObject onCellThread(Callable<JsonObject> answer) throws Exception {
        return thread.runShielded(answer);
    }

    private @Nullable Message answerControl(Message request) {
        return switch (request.type()) {
            case "kernel_info_request" -> request.reply("kernel_info_reply", KernelInfo.content());
            case "interrupt_request" -> {
                interrupt();
                yield request.reply("interrupt_reply", ok("status", "ok"));
            }
            case "shutdown_request" -> {
                JsonObject content = ok("restart", request.flag("restart", false));
                ioPub.publish("shutdown_reply", request.header(), content);
                yield request.reply("shutdown_reply", content);
            }
            case "debug_request" -> request.reply("debug_reply", noDebugger(request));
            default -> {
                if (unknown.add(request.type())) { // once: extensions of front ends ask again each few seconds
                    LOG.warn("dropped a message of unknown type {}", request.type());
                }
                yield null;
            }
        };
    }

    private void endIfAsked(Message request) {
        if (request.type().equals("shutdown_request")) {
            output.flush();
            ioPub.drain(SEND_MILLISECONDS);
            try {
                Thread.sleep(SEND_MILLISECONDS); // ZeroMQ sends by a thread of its own and tells nobody when
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Lifetime.end();
        }
    }

    private static JsonObject noDebugger(Message request) {
        JsonObject content = new JsonObject();
        content.addProperty("type", "response");
        content.addProperty("request_seq", request.number("seq", 0));
        content.addProperty("command", request.text("command", ""));
        content.addProperty("success", false);
        content.addProperty("message", "Plegma has no debugger.");
        return content;
    }

    private static JsonObject ok(String name, Object value) {
        JsonObject content = new JsonObject();
        content.addProperty("status", "ok");
        content.add(name, Wire.tree(value));
        return content;
    }
}
