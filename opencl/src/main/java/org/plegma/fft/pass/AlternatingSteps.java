package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.fft.pass.PassStep.Lines;
import org.plegma.fft.pass.PassStep.Slot;

/** Two passes, chunk by chunk: a launch has one chunk of the first pass, and of the second pass the chunk before. */
public final class AlternatingSteps implements PassRun {
    private final List<PassStep> steps;
    private final Alternation alternation;
    private final Program program;
    /** Of each launch, with its size. */
    private final List<Kernel> kernels = new ArrayList<>();

    private final List<DeviceArray> tables;

    private AlternatingSteps(List<PassStep> steps, Alternation alternation, PassCompiler compiler, Workspace work) {
        this.steps = steps;
        this.alternation = alternation;
        this.program = compiler.compile(alternation);
        Kernel kernel = program.kernel(PassCompiler.ALTERNATION).local(alternation.items());
        for (int chunk = 0; chunk <= alternation.chunks(); chunk++) {
            kernels.add(kernel.global((long) (firsts(chunk) + seconds(chunk)) * alternation.items()));
        }
        FactorTables factors = work.tables();
        this.tables = List.of(
                factors.factors(alternation.firstTile().radices(), List.of()),
                factors.turns(alternation.first()),
                factors.factors(alternation.secondTile().radices(), List.of()),
                factors.turns(alternation.second()));
    }

    /**
     * Two passes through memory of the plan's own, if their groups can be together.
     *
     * @param inner lines side by side to a block
     * @param chunks that are wished for
     */
    public static Optional<PassRun> of(
            List<PassStep> steps, long inner, int chunks, PassCompiler compiler, Workspace work) {
        if (steps.size() != 2
                || !(steps.get(0) instanceof Lines first)
                || !(steps.get(1) instanceof Lines second)
                || !first.to().equals(second.from())) {
            return Optional.empty();
        }
        return compiler.alternation(first.pass(), second.pass(), inner, chunks)
                .map(alternation -> new AlternatingSteps(steps, alternation, compiler, work));
    }

    @Override
    public List<Event> launch(Queue queue, Function<Slot, DeviceArray> arrays) {
        List<Event> events = new ArrayList<>();
        for (int chunk = 0; chunk <= alternation.chunks(); chunk++) {
            List<Object> arguments = new ArrayList<>(List.of(
                    arrays.apply(steps.get(0).from()),
                    arrays.apply(steps.get(0).to()),
                    arrays.apply(steps.get(1).to())));
            arguments.addAll(tables);
            arguments.addAll(List.of(
                    chunk * alternation.firsts(),
                    firsts(chunk),
                    Math.max(0, chunk - 1) * alternation.seconds(),
                    seconds(chunk)));
            events.add(kernels.get(chunk).launch(queue, arguments.toArray()));
        }
        return events;
    }

    @Override
    public int launches() {
        return alternation.chunks() + 1;
    }

    private int firsts(int chunk) {
        return chunk < alternation.chunks() ? alternation.firsts() : 0;
    }

    private int seconds(int chunk) {
        return chunk > 0 ? alternation.seconds() : 0;
    }

    @Override
    public List<PassStep> steps() {
        return steps;
    }

    @Override
    public void close() {
        program.close();
    }
}
