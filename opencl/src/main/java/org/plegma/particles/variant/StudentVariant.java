package org.plegma.particles.variant;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.plegma.array.Preconditions;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/** A variant that somebody wrote: kernels as text, and Java that launches them. */
public final class StudentVariant implements ParticleVariant {
    private final String name;
    private final String source;
    private final List<String> options;
    private final Supplier<? extends VariantCode> code;
    private final Optional<? extends ArgumentCheck> check;

    /**
     * @param source OpenCL C
     * @param options of the compiler
     * @param code makes one for each plan
     */
    public StudentVariant(String name, String source, List<String> options, Supplier<? extends VariantCode> code) {
        this(name, source, options, code, Optional.empty());
    }

    private StudentVariant(
            String name,
            String source,
            List<String> options,
            Supplier<? extends VariantCode> code,
            Optional<? extends ArgumentCheck> check) {
        this.name = Preconditions.notNull(name, "name");
        this.source = Preconditions.notNull(source, "source");
        this.options = List.copyOf(Preconditions.notNull(options, "options"));
        this.code = Preconditions.notNull(code, "code");
        this.check = check;
    }

    @Override
    public StudentVariant withCheck(ArgumentCheck launchCheck) {
        Preconditions.notNull(launchCheck, "launchCheck");
        return new StudentVariant(name, source, options, code, Optional.of(launchCheck));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return "written in a cell";
    }

    @Override
    public Optional<String> foreignSource() {
        return Optional.of(source);
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(body, "body");
        Optional<Program> program = source.isBlank()
                ? Optional.empty()
                : Optional.of(session.compile(source, options.toArray(String[]::new)));
        return new StagedPlan(
                new Stages(session, body, ParticleLayout.PLANES, EnergySum.TWO_STAGE, program, check), code.get());
    }

    @Override
    public String toString() {
        return name + ": " + description();
    }
}
