package org.plegma.stencil.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Session;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.KeptCode;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.method.StepMethod;

/**
 * How a plan shares out its steps: as many as the method does together, as often as it goes; the steps left over together
 * too, by the same method made for so few. Code for these, also that of single steps, is made when they are first left over,
 * which is while the device is busy with the others.
 */
public final class Rounds implements AutoCloseable {
    /** Rows begin on a sector of the cache. */
    private static final int BYTES_OF_A_SECTOR = 32;

    private final Session session;
    private final StencilInstance instance;
    /** How steps left over are done together, or direct if they are not. */
    private final StepMethod way;

    private final Map<String, Double> parameters;
    /** Null if single steps are done on padded rows or not, whichever is asked for first. */
    private final @Nullable Round main;

    private final Map<Integer, Round> rests = new HashMap<>();
    private final List<Round> opened = new ArrayList<>();
    private @Nullable CompiledStage single;
    /** From so many steps on, single ones are done on padded rows. */
    private final OptionalInt fewestPadded;

    private @Nullable PaddedRows padded;

    public Rounds(Session session, StencilInstance instance, StencilSettings settings, StepCode code) {
        this(
                session,
                instance,
                (settings.source() != null ? Method.direct() : settings.method()).way(),
                code,
                settings.parameters(),
                settings.source() != null
                        ? OptionalInt.empty()
                        : settings.method().way().fewestOnPaddedRows(instance, settings.method()));
    }

    /** @param way the method that the code is of */
    public Rounds(
            Session session, StencilInstance instance, StepMethod way, StepCode code, Map<String, Double> parameters) {
        this(session, instance, way, code, parameters, OptionalInt.empty());
    }

    private Rounds(
            Session session,
            StencilInstance instance,
            StepMethod way,
            StepCode code,
            Map<String, Double> parameters,
            OptionalInt fewestPadded) {
        this.session = session;
        this.instance = instance;
        this.way = way;
        this.parameters = parameters;
        this.fewestPadded = fewestPadded;
        boolean alone = code.steps() == 1 && code.frequency().isEmpty();
        try {
            if (fewestPadded.isPresent()) {
                this.main = null;
            } else if (alone) {
                this.single = open(code);
                this.main = single;
            } else {
                this.main = way.round(session, instance, code, parameters, this::single);
                opened.add(main);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private CompiledStage open(StepCode code) {
        CompiledStage stage = new CompiledStage(session, instance, code, parameters);
        opened.add(stage);
        return stage;
    }

    /** One step at a time, compiled only if some is left over. */
    private CompiledStage single() {
        if (single == null) {
            single = open(KeptCode.of(Method.direct(), instance));
        }
        return single;
    }

    Round main() {
        return main != null ? main : padded != null ? padded : single();
    }

    /** What the user should know of how steps are done; empty if the method's name says it all. */
    String remark() {
        return main != null
                ? main.remark()
                : "runs of %s steps and more on rows of %s cells"
                        .formatted(fewestPadded.getAsInt(), wide().shape()[wide().shape().length - 1]);
    }

    private StencilInstance wide() {
        return instance.withRowsOf(BYTES_OF_A_SECTOR / instance.type().bytes());
    }

    /** What comes next when so many steps are left. */
    public Round next(long left) {
        if (main == null) {
            return left >= fewestPadded.getAsInt() ? padded() : single();
        }
        return main.of(left) > 0 ? main : rests.computeIfAbsent(Math.toIntExact(left), this::rest);
    }

    private PaddedRows padded() {
        if (padded == null) {
            padded = new PaddedRows(
                    session, wide(), KeptCode.of(Method.direct(), wide()), parameters, fewestPadded.getAsInt());
            opened.add(padded);
        }
        return padded;
    }

    /** The method for fewer steps, where it can and its code is not the user's; else direct. */
    private Round rest(int steps) {
        Optional<Method> fewer = steps == 1 ? Optional.empty() : way.rest(steps);
        if (fewer.isEmpty()) {
            return single();
        }
        StepCode code;
        try {
            code = KeptCode.of(fewer.get(), instance);
        } catch (IllegalArgumentException e) {
            return single();
        }
        return open(code);
    }

    /** Device memory besides the fields, in bytes. */
    public long bytes() {
        return opened.stream().mapToLong(Round::bytes).sum();
    }

    @Override
    public void close() {
        opened.forEach(Round::close);
    }
}
