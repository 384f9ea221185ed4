package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.fft.pass.PassCompiler.Compiled;
import org.plegma.fft.pass.PassCompiler.Launch;
import org.plegma.fft.pass.PassStep.Elements;
import org.plegma.fft.pass.PassStep.Real;
import org.plegma.fft.pass.PassStep.Slot;

/** The compiled steps of a transform in one direction. */
public final class Steps implements PassRun {
    private final Session session;
    private final ElementType type;
    private final List<PassStep> steps;
    private final FactorTables tables;
    private final List<Program> programs = new ArrayList<>();
    private final List<Launch> launches = new ArrayList<>();
    private @Nullable Program elements;

    public Steps(Session session, ElementType type, List<PassStep> steps, PassCompiler compiler, Workspace work) {
        this.session = session;
        this.type = type;
        this.steps = steps;
        this.tables = work.tables();
        Compiled lines = compiler.compile(PassStep.passes(steps), work);
        programs.add(lines.program());
        int next = 0;
        for (PassStep step : steps) {
            if (step.by() != null && step.by().table() != null) {
                tables.of(step.by().table());
            }
            if (step instanceof Elements elementStep) {
                launches.add(launch(elements(elementStep.kernel(), elementStep.items()), elementStep));
            } else {
                launches.add(lines.launches().get(next++));
            }
        }
    }

    /** A kernel of {@code elements.cl} for so many values. */
    public Kernel elements(String kernel, long items) {
        if (elements == null) {
            elements = elements(session, type);
            programs.add(elements);
        }
        return elements(elements, kernel, items);
    }

    /** The kernels of {@code elements.cl}. */
    public static Program elements(Session session, ElementType type) {
        return session.compile(
                KernelSource.resource(Steps.class, "elements.cl"),
                "-DREAL=" + type.openclName(),
                "-DREAL2=" + type.openclName() + "2");
    }

    /** One of them for so many values. */
    public static Kernel elements(Program program, String kernel, long items) {
        return program.kernel(kernel).global(Kernel.roundUp(items, 256)).local(256);
    }

    private Launch launch(Kernel kernel, Elements step) {
        List<Object> arguments = new ArrayList<>();
        if (step.table() != null) {
            arguments.add(tables.of(step.table()));
        }
        for (Object argument : step.arguments()) {
            if (argument instanceof Real real) {
                arguments.add(type == ElementType.FLOAT ? (Object) (float) real.value() : real.value());
            } else {
                arguments.add(argument);
            }
        }
        return new Launch(kernel, arguments);
    }

    /** Enqueues all steps; the event is that of the last. */
    public Event run(Queue queue, Function<Slot, DeviceArray> arrays) {
        int last = steps.size() - 1;
        enqueue(last, queue, arrays);
        return launches.get(last).kernel().launch(queue, arguments(last, arrays));
    }

    /** Enqueues all steps without an event. */
    public void enqueue(Queue queue, Function<Slot, DeviceArray> arrays) {
        enqueue(steps.size(), queue, arrays);
    }

    private void enqueue(int count, Queue queue, Function<Slot, DeviceArray> arrays) {
        for (int i = 0; i < count; i++) {
            launches.get(i).kernel().enqueue(queue, arguments(i, arrays));
        }
    }

    @Override
    public List<Event> launch(Queue queue, Function<Slot, DeviceArray> arrays) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            events.add(launches.get(i).kernel().launch(queue, arguments(i, arrays)));
        }
        return events;
    }

    private Object[] arguments(int step, Function<Slot, DeviceArray> arrays) {
        PassStep now = steps.get(step);
        List<Object> all = new ArrayList<>(List.of(arrays.apply(now.from()), arrays.apply(now.to())));
        if (now.by() != null) {
            all.add(
                    now.by().table() == null
                            ? arrays.apply(now.by())
                            : tables.of(now.by().table()));
        }
        all.addAll(launches.get(step).arguments());
        return all.toArray();
    }

    /** So many launches, in words. */
    public static String text(int launches) {
        return launches + (launches == 1 ? " launch" : " launches");
    }

    @Override
    public int launches() {
        return steps.size();
    }

    @Override
    public List<PassStep> steps() {
        return steps;
    }

    public String source() {
        return programs.get(0).source();
    }

    @Override
    public void close() {
        programs.forEach(Program::close);
    }
}
