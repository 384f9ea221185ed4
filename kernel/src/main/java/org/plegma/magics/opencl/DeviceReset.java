package org.plegma.magics.opencl;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.LongWaits;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.display.page.Numbers;
import org.plegma.magics.Host;
import org.plegma.magics.MagicCall;
import org.plegma.magics.NotebookSession;

/** {@code %device --reset}: begins anew on devices that do not come to an end, and finds out whether they answer. */
final class DeviceReset {
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int TRIAL_PAUSE_MILLIS = 10;
    private static final String TRIAL = "kernel void plegma_trial(global int *x) { x[get_global_id(0)] = 1; }";

    private final MagicCall call;
    private final NotebookSession notebook;

    DeviceReset(MagicCall call) {
        this.call = call;
        this.notebook = call.notebook();
    }

    void run() throws Exception {
        List<String> running = LongWaits.running();
        List<String> lost = lostArrays();
        long bytes = notebook.isOpen() ? notebook.open().memoryInUse() : 0;
        Session session = notebook.reset();
        tell("Begun anew on " + DevicesMagic.names(notebook.devices()) + ".");
        if (bytes > 0) {
            tell("Lost: " + Numbers.bytes(bytes) + " on the device"
                    + (lost.isEmpty() ? "." : ", with the arrays " + String.join(", ", lost) + "."));
        }
        List<String> compiled = new ArrayList<>(OpenClKernels.of(notebook).recompile(call.host(), notebook));
        if (!compiled.isEmpty()) {
            tell("Compiled for it: " + String.join(", ", compiled));
        }
        running.forEach(this::tell);
        for (Device device : session.devices()) {
            tell(
                    answers(session.on(device))
                            ? device.name() + " answers."
                                    + (running.isEmpty()
                                            ? ""
                                            : " It is slower as long as that runs; a restart of the notebook's kernel ends it.")
                            : device.name()
                                    + " does not answer: its driver cannot end what runs, and runs nothing beside it."
                                    + " Restart the notebook's kernel.");
        }
    }

    private void tell(String line) {
        call.host().out().println(line);
    }

    /** The variables that hold arrays of the session, which get their names for messages. */
    private List<String> lostArrays() {
        List<String> names = new ArrayList<>();
        for (Host.Variable variable : call.host().variables()) {
            if (call.host().variable(variable.name()).orElse(null) instanceof DeviceArray array && !array.isClosed()) {
                if (array.name().isEmpty()) {
                    array.named(variable.name());
                }
                names.add(variable.name());
            }
        }
        return names;
    }

    /** Whether a small kernel comes to its end in some seconds. */
    private boolean answers(Session session) throws InterruptedException {
        Program program = session.compile(TRIAL);
        DeviceArray array = session.allocate(ElementType.INT, 1);
        Event event = program.kernel("plegma_trial").global(1).call(array);
        long begun = System.nanoTime();
        while (!event.isDone() && System.nanoTime() - begun < TRIAL_NANOS) {
            Thread.sleep(TRIAL_PAUSE_MILLIS);
        }
        boolean answers = event.isDone();
        if (answers) {
            array.close();
            program.close();
        }
        return answers;
    }
}
