package org.plegma.tune.choice;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** Figures of a device by which costs are estimated: measured once, and kept in the tuning store. */
public final class StoredRates {
    private static final String ALL = "all";

    private final Map<String, Double> figures;

    private StoredRates(Map<String, Double> figures) {
        this.figures = figures;
    }

    /**
     * Those in the store, or those measured now, which the store then has.
     *
     * @param name of what they belong to
     * @param generation another one has other figures
     */
    public static StoredRates of(
            TuningStore store,
            Device device,
            String name,
            String generation,
            ElementType type,
            Supplier<Map<String, Double>> measured) {
        Preconditions.notNull(store, "store");
        Preconditions.notNull(device, "device");
        Preconditions.notNull(type, "type");
        Preconditions.notNull(measured, "measured");
        ChoiceKey<String> rates =
                new ChoiceKey<>("RATES", name, generation, type.openclName(), new long[] {1}, List.of(ALL));
        TuningKey key = TuningKey.of(rates, DeviceModel.of(device));
        Configuration all = rates.configuration(ALL);
        TrialResult known = store.trials(key, rates.space()).get(all);
        if (known == null) {
            long from = System.nanoTime();
            Map<String, Double> figures = measured.get();
            double took = (System.nanoTime() - from) * 1e-9;
            known = new TrialResult(all, Status.OK, new double[] {took}, "", 0, 0, Instant.now(), figures);
            store.keep(key, known);
        }
        return new StoredRates(known.figures());
    }

    /** The figure of a name. */
    public double figure(String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }
}
