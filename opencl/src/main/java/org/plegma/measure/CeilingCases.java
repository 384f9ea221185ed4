package org.plegma.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plegma.device.Device;
import org.plegma.measure.Ceilings.Limit;

/**
 * The bench family {@code device}: cases that show what a device can do at most. Each limit has a case of its name and
 * several methods, of which the best counts.
 *
 * <p>GPUs get many work-items with short vectors, neighbours reading neighbours. CPUs get work-groups of one item that
 * walk contiguous blocks with long vectors; PoCL runs the GPU's form of the local-memory kernel tens of times slower.
 */
final class CeilingCases {

    static final String FAMILY = "device";
    static final String SWEEP = "intensity";

    private CeilingCases() {}

    /** All cases that apply to a device. */
    static List<BenchCase> all(Device device) {
        List<BenchCase> cases = new ArrayList<>();
        cases.addAll(MemoryCases.stream(device));
        cases.addAll(MemoryCases.local(device));
        cases.addAll(ArithmeticCases.rates(device));
        cases.addAll(ArithmeticCases.sweep(device));
        cases.addAll(TransferCases.launches());
        cases.addAll(TransferCases.copies(device));
        return cases;
    }

    static BenchCase.Builder of(Limit limit, String method) {
        return BenchCase.of(FAMILY, name(limit), method);
    }

    private static String name(Limit limit) {
        return limit.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The limit that a case shows; empty for steps of the sweep, and for cases of other families. */
    static Optional<Limit> limit(Work work) {
        for (Limit limit : Limit.values()) {
            if (work.family().equals(FAMILY) && work.name().equals(name(limit))) {
                return Optional.of(limit);
            }
        }
        return Optional.empty();
    }

    /** A measurement as the figure of its limit, in the limit's unit. */
    static double figure(Limit limit, Measurement m) {
        return switch (limit) {
            case FMA_FLOAT, FMA_DOUBLE, MAD_INT -> m.gflops();
            case LAUNCH -> m.medianSeconds() * 1e6;
            case LAUNCH_QUEUED -> m.medianSeconds() / TransferCases.QUEUED * 1e6;
            default -> m.gbytesPerSecond();
        };
    }

    /** The time that a case takes at its limit: the inverse of {@link #figure}. */
    static double seconds(Limit limit, double figure, Work work) {
        return switch (limit) {
            case FMA_FLOAT, FMA_DOUBLE, MAD_INT -> work.flops() / figure * 1e-9;
            case LAUNCH -> figure * 1e-6;
            case LAUNCH_QUEUED -> figure * TransferCases.QUEUED * 1e-6;
            default -> work.bytes() / figure * 1e-9;
        };
    }

    static boolean isCpu(Device device) {
        return device.kind() == Device.Kind.CPU;
    }
}
