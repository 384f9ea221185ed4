package org.plegma.tune.candidate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;

/**
 * The part of a space that is worth compiling on a device: what its constraints and the device's limits leave. Counts
 * what is ruled out, and by which rule.
 *
 * <p>A space of up to {@value #LISTED} combinations is listed at once; of a larger one, only the combinations that a
 * search comes across are looked at.
 */
public final class Pruner {
    /** Combinations up to which a space is listed: about a second of work. */
    static final int LISTED = 1 << 20;

    private static final int RANDOM_ATTEMPTS = 1_000;

    private final Tunable tunable;
    private final Space space;
    private final DeviceModel device;
    private final Map<String, Long> byRule = new LinkedHashMap<>();
    private final Set<Configuration> looked = new HashSet<>();
    private final @Nullable List<Configuration> admitted;
    private long examined;

    public Pruner(Tunable tunable, DeviceModel device) {
        this.tunable = tunable;
        this.space = tunable.space();
        this.device = device;
        if (space.combinations() <= LISTED) {
            admitted = new ArrayList<>();
            space.all().filter(this::countedAdmits).forEach(admitted::add);
        } else {
            admitted = null;
        }
    }

    /** The rule that keeps a configuration from being compiled; empty if there is none. */
    public static Optional<String> rule(Tunable tunable, DeviceModel device, Configuration configuration) {
        return tunable.space().violated(configuration).or(() -> device.violated(tunable.resources(configuration))
                .map(limit -> "device: " + limit));
    }

    /** All configurations that are left, if the space could be listed. */
    public Optional<List<Configuration>> listed() {
        return Optional.ofNullable(admitted);
    }

    /** A random configuration that is left; empty if none was found. */
    public Optional<Configuration> random(RandomGenerator random) {
        if (admitted != null) {
            return admitted.isEmpty() ? Optional.empty() : Optional.of(admitted.get(random.nextInt(admitted.size())));
        }
        for (int i = 0; i < RANDOM_ATTEMPTS; i++) {
            Configuration any = space.random(random);
            if (admits(any)) {
                return Optional.of(any);
            }
        }
        return Optional.empty();
    }

    /** What is left of the configurations that differ from {@code centre} in one parameter. */
    public List<Configuration> neighbours(Configuration centre) {
        return space.neighbours(centre).stream().filter(this::admits).toList();
    }

    public Pruning counts() {
        return new Pruning(space.combinations(), examined, byRule);
    }

    /** Whether a configuration is worth compiling. */
    public boolean admits(Configuration configuration) {
        if (admitted == null && looked.add(configuration)) {
            return countedAdmits(configuration);
        }
        return rule(tunable, device, configuration).isEmpty();
    }

    private boolean countedAdmits(Configuration configuration) {
        examined++;
        Optional<String> rule = rule(tunable, device, configuration);
        rule.ifPresent(name -> byRule.merge(name, 1L, Long::sum));
        return rule.isEmpty();
    }
}
