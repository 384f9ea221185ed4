package org.plegma.particles.variant;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.particles.Colour;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;

/** A solver other than Jacobi's, one work-item a particle. */
final class SolverVariant implements ParticleVariant {
    private static final int GROUP = 64;

    /** With 6,858 launches in an iteration, some 50 ms on a GPU. */
    private static final int LONGEST_REACH_OF_COLOURS = 9;

    private final Solver solver;

    SolverVariant(Solver solver) {
        Preconditions.notNull(solver, "solver");
        this.solver = solver;
    }

    @Override
    public String name() {
        return solver.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String description() {
        return "solver: " + solver.text();
    }

    @Override
    public Solver solver() {
        return solver;
    }

    @Override
    public Optional<String> refusal(Device device, SoftBody body) {
        int reach = body.lattice().reach();
        if (solver == Solver.COLOURED && reach > LONGEST_REACH_OF_COLOURS) {
            return Optional.of(name() + " launches its kernel once for each of "
                    + Colour.all(reach).size()
                    + " colours in an iteration: its reach is at most " + LONGEST_REACH_OF_COLOURS + ", found " + reach
                    + ".");
        }
        long bytes = lambdas(body) * Float.BYTES;
        return solver == Solver.ACCUMULATED && bytes > Math.min(device.maxAllocationBytes(), Integer.MAX_VALUE)
                ? Optional.of(name() + " keeps λ of each constraint, " + bytes + " bytes; " + device.name()
                        + " has at most " + device.maxAllocationBytes() + " in an array.")
                : Optional.empty();
    }

    private static long lambdas(SoftBody body) {
        long span = 2L * body.lattice().reach() + 1;
        return span * span * span * body.lattice().particles();
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        ParticleVariants.require(this, session, body);
        String file = solver == Solver.SUBSTEPS ? "rows" : name();
        Kernel kernel = ParticleKernels.compile(session, file + ".cl")
                .kernel(file)
                .global(Kernel.roundUp(body.lattice().particles(), GROUP))
                .local(GROUP);
        int parts = Math.max(1, body.iterations());
        SoftBody part = solver == Solver.SUBSTEPS
                ? body.withTimeStep(body.timeStep() / parts).withIterations(Math.min(1, body.iterations()))
                : body;
        Stages stages = new Stages(session, part, ParticleLayout.PLANES, EnergySum.TWO_STAGE);
        return new StagedPlan(
                stages,
                switch (solver) {
                    case JACOBI, SUBSTEPS -> substeps(kernel, parts);
                    case ACCUMULATED -> accumulated(kernel, stages.array((int) lambdas(body)));
                    case COLOURED -> coloured(kernel, Colour.all(body.lattice().reach()));
                });
    }

    private static VariantCode substeps(Kernel kernel, int parts) {
        return new VariantCode() {
            @Override
            public void prepare(Stages stages) {}

            @Override
            public void step(Stages s) {
                for (int part = 0; part < parts; part++) {
                    s.predict();
                    if (s.body().iterations() > 0) {
                        s.launch(kernel, s.side(), s.reach(), s.body().distance(), s.weight(), s.from(), s.to());
                        s.swap();
                    }
                    s.settle();
                }
                s.sumEnergy();
            }
        };
    }

    private static VariantCode accumulated(Kernel kernel, DeviceArray lambda) {
        return new VariantCode() {
            @Override
            public void prepare(Stages stages) {}

            @Override
            public void step(Stages stages) {
                stages.clear(lambda);
                VariantCode.super.step(stages);
            }

            @Override
            public void iterate(Stages s) {
                SoftBody body = s.body();
                s.launch(
                        kernel,
                        s.side(),
                        s.reach(),
                        body.distance(),
                        (float) body.stiffness(),
                        lambda,
                        s.from(),
                        s.to());
                s.swap();
            }
        };
    }

    private static VariantCode coloured(Kernel kernel, List<Colour> colours) {
        return new VariantCode() {
            @Override
            public void prepare(Stages stages) {}

            @Override
            public void iterate(Stages s) {
                for (Colour c : colours) {
                    s.launch(
                            kernel,
                            s.side(),
                            s.body().distance(),
                            s.weight(),
                            c.x(),
                            c.y(),
                            c.z(),
                            c.parity(),
                            s.from());
                }
            }
        };
    }
}
