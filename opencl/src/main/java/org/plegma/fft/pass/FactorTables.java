package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.arithmetic.Chirp;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.arithmetic.Roots;
import org.plegma.fft.arithmetic.Turns;
import org.plegma.fft.pass.LinePass.Load;
import org.plegma.fft.pass.LinePass.Store;
import org.plegma.fft.pass.LinePass.Turn;
import org.plegma.fft.pass.PassStep.Table;

/** The factors that the passes of a plan read, on the device, each once. */
final class FactorTables implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final DeviceChirp device;
    private final Map<Object, DeviceArray> all = new HashMap<>();

    FactorTables(Session session, ElementType type) {
        this.session = session;
        this.type = type;
        this.device = new DeviceChirp(session, type);
    }

    private record Key(String what, long n) {}

    /** Factors between the stages of a line, those of one list of radices after those of the other. */
    DeviceArray factors(List<Integer> there, List<Integer> back) {
        List<Integer> all = new ArrayList<>(there);
        all.addAll(back);
        return of(new Key("factors of " + all, there.size()), () -> Roots.stages(List.of(there, back), type));
    }

    /** What a pass turns values by; an array of no meaning if it turns none. */
    DeviceArray turns(LinePass pass) {
        if (pass.turn() != Turn.NONE) {
            return roots(pass.length());
        }
        if (pass.load() == Load.HALF_OF_PAIRS || pass.store() == Store.HALF_OF_PAIRS) {
            return of(new Key("pairs", pass.n()), () -> Turns.pairs(pass.n(), type));
        }
        return factors(List.of(), List.of());
    }

    DeviceArray radices(int n) {
        int[] radices = n == 1
                ? new int[] {1}
                : Radices.of(n).stream().mapToInt(radix -> radix).toArray();
        return of(new Key("radices", n), () -> Grid.of(radices, radices.length));
    }

    DeviceArray of(Table table) {
        return switch (table.kind()) {
            case CHIRP -> made(table, () -> chirp(table.n()));
            case CHIRP_SPECTRUM -> made(table, () -> chirpSpectrum(table.n(), table.m()));
            case ROOTS -> roots(table.n());
        };
    }

    private DeviceArray roots(long length) {
        return of(new Key("roots", length), () -> Turns.twoParts(length, type));
    }

    private DeviceArray chirp(int n) {
        return device.takes(n) ? device.chirp(n) : session.upload(Chirp.chirp(n, type));
    }

    private DeviceArray chirpSpectrum(int n, int m) {
        return (device.takes(m) ? device.spectrum(n, m) : Optional.<DeviceArray>empty())
                .orElseGet(() -> session.upload(Chirp.spectrum(n, m, type)));
    }

    private DeviceArray of(Object key, Supplier<Grid> values) {
        return made(key, () -> session.upload(values.get()));
    }

    private DeviceArray made(Object key, Supplier<DeviceArray> array) {
        return all.computeIfAbsent(key, k -> array.get().named("fft " + k));
    }

    long bytes() {
        return all.values().stream().mapToLong(DeviceArray::bytes).sum();
    }

    @Override
    public void close() {
        all.values().forEach(DeviceArray::close);
    }
}
