package org.plegma.stencil.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.StepCode.Scratch;

/** The code of a method, compiled, with the memory that it needs besides the fields. */
public final class CompiledStage implements Round {
    private final Session session;
    private final StepCode code;
    private final Program program;
    private final List<Kernel> kernels = new ArrayList<>();
    private final List<List<Object>> tails = new ArrayList<>();
    private final Map<String, DeviceArray> scratch = new LinkedHashMap<>();

    /** @param parameters the values of the stencil's parameters */
    public CompiledStage(Session session, StencilInstance instance, StepCode code, Map<String, Double> parameters) {
        this.session = session;
        this.code = code;
        this.program = code.compile(session);
        try {
            for (Launch launch : code.launches()) {
                kernels.add(
                        program.kernel(launch.kernel()).global(launch.global()).local(launch.local()));
                List<Object> tail = new ArrayList<>();
                for (double value : launch.uniform().orElse(code.uniform()).values(parameters)) {
                    tail.add(instance.type() == ElementType.FLOAT ? (Object) (float) value : value);
                }
                Arrays.stream(instance.shape()).forEach(tail::add);
                launch.extra()
                        .forEach(extra -> tail.add(extra instanceof Scratch part ? array(part, instance) : extra));
                tails.add(tail);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private DeviceArray array(Scratch part, StencilInstance instance) {
        return scratch.computeIfAbsent(
                part.name(), name -> session.allocate(instance.type(), Math.toIntExact(part.cells()))
                        .named(name));
    }

    /** Device memory that the launches of some code need besides the fields, in bytes. */
    static long scratchBytes(StepCode code, ElementType type) {
        return code.launches().stream()
                        .flatMap(launch -> launch.extra().stream())
                        .filter(Scratch.class::isInstance)
                        .map(Scratch.class::cast)
                        .distinct()
                        .mapToLong(Scratch::cells)
                        .sum()
                * type.bytes();
    }

    @Override
    public int of(long left) {
        return left >= code.steps() ? code.steps() : 0;
    }

    @Override
    public void enqueue(State state, int count) {
        enqueue(state);
    }

    @Override
    public List<Event> launch(State state, int count) {
        return launch(state);
    }

    @Override
    public long bytes() {
        return scratch.values().stream().mapToLong(DeviceArray::bytes).sum();
    }

    @Override
    public Program program() {
        return program;
    }

    @Override
    public List<Kernel> kernels() {
        return List.copyOf(kernels);
    }

    /** Enqueues all launches, then turns the state; nobody can wait for them. */
    public void enqueue(State state) {
        for (int i = 0; i < kernels.size(); i++) {
            kernels.get(i).enqueue(session.compute(), arguments(state.arguments(code.outputs()), i, List.of()));
        }
        state.rotate(code.outputs());
    }

    /** The same, with the event of each launch. */
    public List<Event> launch(State state) {
        return launch(state, List.of());
    }

    /** The same, with arguments of each launch that come last. */
    public List<Event> launch(State state, List<?> last) {
        List<Event> events = launch(session.compute(), state.arguments(code.outputs()), last);
        state.rotate(code.outputs());
        return events;
    }

    /** The same on arrays of the caller's: those to be written and all levels of each field, in the order of {@link StepCode}. */
    public List<Event> launch(Queue queue, List<?> arrays) {
        return launch(queue, arrays, List.of());
    }

    private List<Event> launch(Queue queue, List<?> arrays, List<?> last) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < kernels.size(); i++) {
            events.add(kernels.get(i).launch(queue, arguments(arrays, i, last)));
        }
        return events;
    }

    private Object[] arguments(List<?> arrays, int launch, List<?> last) {
        List<Object> all = new ArrayList<>(arrays);
        all.addAll(tails.get(launch));
        all.addAll(last);
        return all.toArray();
    }

    @Override
    public void close() {
        scratch.values().forEach(DeviceArray::close);
        program.close();
    }
}
