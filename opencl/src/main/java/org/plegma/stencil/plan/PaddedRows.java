package org.plegma.stencil.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.State;

/**
 * Single steps on copies of the fields whose rows are padded, so that they begin where vectors do ({@code padded-rows.cl}). Fields are copied
 * before the first step of a round, and the updated ones back after the last.
 */
final class PaddedRows implements Round {
    /** Steps of a round: copies are a hundredth of so many. */
    private static final int MOST = 128;

    private static final int GROUP = 256;
    private static final int ROWS_OF_AN_ITEM = 4;

    private final Session session;
    private final StencilSpec spec;
    private final int fewest;
    private final int cells;
    private final int pitch;
    private final int rows;
    private final Object beyond;
    private final Program copies;
    private final CompiledStage stage;
    private final State padded;

    /**
     * @param instance with padded rows
     * @param code of single steps of it
     * @param fewest steps that gain by it
     */
    PaddedRows(Session session, StencilInstance instance, StepCode code, Map<String, Double> parameters, int fewest) {
        this.session = session;
        this.spec = instance.spec();
        this.fewest = fewest;
        int[] shape = instance.shape();
        int last = shape.length - 1;
        this.pitch = shape[last];
        this.cells = pitch - instance.pad();
        this.rows = Arrays.stream(shape, 0, last).reduce(1, Math::multiplyExact);
        Boundary end = instance.boundaries().get(last);
        double value = end.isNumber() ? end.value() : 0;
        ElementType type = instance.type();
        this.beyond = type == ElementType.FLOAT ? (Object) (float) value : value;
        // First, as it may find no memory.
        this.padded = new State(session, spec, type, shape, Map.of(), code.outputs());
        this.stage = new CompiledStage(session, instance, code, parameters);
        this.copies = session.compile(
                KernelSource.resource(PaddedRows.class, "padded-rows.cl"), "-DREAL=" + type.openclName());
    }

    @Override
    public int of(long left) {
        long rounds = (left - 1) / MOST + 1;
        return left < fewest ? 0 : (int) ((left - 1) / rounds + 1);
    }

    @Override
    public int launches(int count) {
        return count;
    }

    @Override
    public void enqueue(State state, int count) {
        launch(state, count);
    }

    @Override
    public List<Event> launch(State state, int count) {
        List<Event> events = new ArrayList<>();
        for (StencilSpec.Field field : spec.fields()) {
            for (int age = 0; age < field.levels(); age++) {
                events.add(copy("pad_rows", padded.level(field.name(), age), state.level(field.name(), age), beyond));
            }
        }
        for (int step = 0; step < count; step++) {
            stage.enqueue(padded);
        }
        for (StencilSpec.Field field : spec.fields()) {
            for (int age = 0; field.updated() && age < field.levels(); age++) {
                events.add(copy("leave_rows", state.level(field.name(), age), padded.level(field.name(), age)));
            }
        }
        return events;
    }

    private Event copy(String kernel, DeviceArray to, DeviceArray from, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of(to, from, cells, pitch, rows));
        arguments.addAll(List.of(more));
        long items = (rows - 1L + ROWS_OF_AN_ITEM) / ROWS_OF_AN_ITEM * pitch;
        return copies.kernel(kernel)
                .global(Kernel.roundUp(items, GROUP))
                .local(GROUP)
                .launch(session.compute(), arguments.toArray());
    }

    @Override
    public Program program() {
        return stage.program();
    }

    @Override
    public List<Kernel> kernels() {
        return stage.kernels();
    }

    @Override
    public long bytes() {
        return stage.bytes() + padded.bytes();
    }

    @Override
    public void close() {
        padded.close();
        stage.close();
        copies.close();
    }
}
