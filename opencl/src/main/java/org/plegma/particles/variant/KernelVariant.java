package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;

/** One kernel for an iteration, with a work-item for each particle, as a student would write it first, second and third. */
final class KernelVariant implements ParticleVariant {
    private final String name;
    private final String description;
    private final String kernel;
    private final Shape shape;
    private final double rootError;
    private final EnergySum energy;
    private final String[] options;

    /** How work-items lie. */
    enum Shape {
        /** A plane a group. */
        PLANES,
        /** One row of them all, in groups of 64. */
        ROW,
        /** Cubes of 4 a side. */
        CUBES_OF_4,
        /** Cubes of 8 a side. */
        CUBES_OF_8
    }

    KernelVariant(String name, String description, String kernel, Shape shape, String... options) {
        this(name, description, kernel, shape, 0, EnergySum.TWO_STAGE, options);
    }

    KernelVariant(
            String name,
            String description,
            String kernel,
            Shape shape,
            double rootError,
            EnergySum energy,
            String... options) {
        this.name = name;
        this.description = description;
        this.kernel = kernel;
        this.shape = shape;
        this.rootError = rootError;
        this.energy = energy;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public double rootError() {
        return rootError;
    }

    @Override
    public Optional<String> refusal(Device device, SoftBody body) {
        int side = body.lattice().side();
        long group =
                switch (shape) {
                    case PLANES -> (long) side * side;
                    case ROW, CUBES_OF_4 -> 64;
                    case CUBES_OF_8 -> 512;
                };
        if (shape == Shape.PLANES && side > 32) {
            return Optional.of(
                    name + " has a group for each plane, and takes cubes of at most 32 particles a side; this has "
                            + side + ".");
        }
        return group > device.maxWorkGroupSize()
                ? Optional.of(name + " needs groups of " + group + " work-items; " + device.name() + " has at most "
                        + device.maxWorkGroupSize() + ".")
                : Optional.empty();
    }

    private Kernel sized(Kernel bare, int side) {
        return switch (shape) {
            case PLANES -> bare.global(side, side, side).local(side, side, 1);
            case ROW -> bare.global(Kernel.roundUp((long) side * side * side, 64))
                    .local(64);
            case CUBES_OF_4 -> cubes(bare, side, 4);
            case CUBES_OF_8 -> cubes(bare, side, 8);
        };
    }

    static Kernel cubes(Kernel bare, int side, int tile) {
        long whole = Kernel.roundUp(side, tile);
        return bare.global(whole, whole, whole).local(tile, tile, tile);
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        ParticleVariants.require(this, session, body);
        int side = body.lattice().side();
        List<String> all = new ArrayList<>(List.of(options));
        if (shape == Shape.PLANES) {
            // The compiler must know how large a group is: it may have too few registers for all work-items otherwise.
            all.add("-DSIDE=" + side);
        }
        Kernel iterate = sized(
                ParticleKernels.compile(session, kernel + ".cl", all.toArray(String[]::new))
                        .kernel(kernel),
                side);
        return new StagedPlan(
                new Stages(session, body, ParticleLayout.PLANES, energy),
                jacobi(stages -> stages.launch(
                        iterate, side, stages.reach(), body.distance(), stages.weight(), stages.from(), stages.to())));
    }

    /** A step with these launches for an iteration. */
    static VariantCode jacobi(Consumer<Stages> iteration) {
        return new VariantCode() {
            @Override
            public void prepare(Stages stages) {}

            @Override
            public void iterate(Stages stages) {
                iteration.accept(stages);
                stages.swap();
            }
        };
    }
}
