package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;
import org.plegma.device.Session;
import org.plegma.particles.SoftBody;
import org.plegma.particles.Solver;
import org.plegma.particles.variant.KernelVariant.Shape;

/** The catalogue of variants, with those that cells of this process added. */
public final class ParticleVariants {
    /** What native functions of OpenCL may be off is up to the device; more than this would be no use. */
    private static final double NATIVE = 0x1p-18;

    private static final double BIT_TRICK = 5e-6;

    /** Those of this room, the simplest first. */
    private static final List<ParticleVariant> HERE = List.of(
            new JavaVariant("java-1", 1, false),
            new JavaVariant("java-2", 2, false),
            new JavaVariant("java-all", 0, false),
            new JavaVariant("java-objects", 0, true),
            new KernelVariant("naive", "a plane a group", "naive", Shape.PLANES),
            new StructsVariant(),
            new KernelVariant("rows", "particles numbered through", "rows", Shape.ROW),
            new KernelVariant("cubes", "a small cube a group", "cubes", Shape.CUBES_OF_4),
            new KernelVariant(
                    "local-cubes-4", "cubes of 4 a side in local memory", "local_cubes", Shape.CUBES_OF_4, "-DTILE=4"),
            new KernelVariant(
                    "local-cubes-8", "cubes of 8 a side in local memory", "local_cubes", Shape.CUBES_OF_8, "-DTILE=8"),
            cubes("bit-root", "as cubes, the root by a trick with bits", BIT_TRICK, EnergySum.TWO_STAGE, "-DBIT_ROOT"),
            cubes("relaxed-division", "as cubes, by native_divide", NATIVE, EnergySum.TWO_STAGE, "-DRELAXED_DIVISION"),
            cubes("relaxed-root", "as cubes, by native_sqrt", NATIVE, EnergySum.TWO_STAGE, "-DRELAXED_ROOT"),
            cubes(
                    "relaxed-both",
                    "as cubes, by native_divide and native_sqrt",
                    NATIVE,
                    EnergySum.TWO_STAGE,
                    "-DRELAXED_DIVISION",
                    "-DRELAXED_ROOT"),
            cubes("energy-atomics", "as cubes, energy by atomics on one float", 0, EnergySum.ATOMICS),
            cubes("energy-local-atomics", "as cubes, energy by atomics in local memory", 0, EnergySum.LOCAL_ATOMICS),
            cubes("energy-sequential", "as cubes, energy by sequential addressing", 0, EnergySum.SEQUENTIAL),
            new LanesVariant(),
            new PlegmaVariant(),
            new SolverVariant(Solver.ACCUMULATED),
            new SolverVariant(Solver.SUBSTEPS),
            new SolverVariant(Solver.COLOURED));

    /** Those that come with Plegma: of this room, and of rooms above it by their lines in {@code META-INF/services}. */
    public static final List<ParticleVariant> BUILT_IN = Stream.concat(
                    HERE.stream(),
                    ServiceLoader.load(ParticleVariant.class, ParticleVariants.class.getClassLoader()).stream()
                            .map(ServiceLoader.Provider::get))
            .toList();

    private static final Map<String, ParticleVariant> ADDED = new LinkedHashMap<>();

    private ParticleVariants() {}

    private static ParticleVariant cubes(
            String name, String description, double rootError, EnergySum energy, String... options) {
        return new KernelVariant(name, description, "cubes", Shape.CUBES_OF_4, rootError, energy, options);
    }

    /**
     * Adds a variant, or replaces one of this name that was added before.
     *
     * @throws IllegalArgumentException if a built-in one has its name
     */
    public static void add(ParticleVariant variant) {
        Preconditions.notNull(variant, "variant");
        if (BUILT_IN.stream().anyMatch(each -> each.name().equals(variant.name()))) {
            throw new IllegalArgumentException(
                    "There is a built-in variant '" + variant.name() + "'. Take another name.");
        }
        synchronized (ADDED) {
            ADDED.put(variant.name(), variant);
        }
    }

    /** The built-in ones, then those that were added. */
    public static List<ParticleVariant> all() {
        List<ParticleVariant> all = new ArrayList<>(BUILT_IN);
        synchronized (ADDED) {
            all.addAll(ADDED.values());
        }
        return List.copyOf(all);
    }

    /**
     * The variant of a name.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    public static ParticleVariant named(String name) {
        Preconditions.notNull(name, "name");
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no variant '" + name + "'; there are "
                        + all().stream().map(ParticleVariant::name).collect(Collectors.joining(", ")) + "."));
    }

    /** {@code plegma} on so many devices of a session together, the first ones. */
    public static ParticleVariant onDevices(int count) {
        return new DevicesVariant(count);
    }

    /** Fails if the variant refuses a body on the session's device. */
    static void require(ParticleVariant variant, Session session, SoftBody body) {
        variant.refusal(session.device(), body).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
    }
}
