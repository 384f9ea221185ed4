package org.plegma.bench.particles;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.Solver;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.particles.variant.ParticleVariants;

/**
 * The bench family {@code particles-grid}: what {@code notebooks/reports/soft-cubes.ipynb} draws. Sides 2 to 32 with all reaches of each,
 * 496 cubes, by every variant of the device that does Jacobi iterations, as all solvers do the same in the one iteration of a case; on
 * a processor the variants in Java, too.
 */
public final class ParticleGridFamily implements BenchFamily {
    private static final String FAMILY = "particles-grid";
    private static final int LONGEST_SIDE = 32;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "A step of soft cubes of sides 2 to 32 with all reaches, by every variant.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean isProcessor = device.kind() == Kind.CPU;
        List<ParticleVariant> variants = ParticleVariants.all().stream()
                .filter(each ->
                        each.solver() == Solver.JACOBI && (isProcessor || each.isOnDevice() && !isForProcessors(each)))
                .toList();
        return ParticleFamily.cases(FAMILY, device, all(), variants);
    }

    private static boolean isForProcessors(ParticleVariant variant) {
        return variant.name().equals("lanes");
    }

    private static List<CubeLattice> all() {
        List<CubeLattice> cubes = new ArrayList<>();
        for (int side = 2; side <= LONGEST_SIDE; side++) {
            for (int reach = 1; reach < side; reach++) {
                cubes.add(new CubeLattice(side, reach));
            }
        }
        return cubes;
    }
}
