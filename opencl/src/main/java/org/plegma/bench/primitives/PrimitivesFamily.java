package org.plegma.bench.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.primitives.RadixSort;

/**
 * The bench family {@code primitives}. The limit is to read each input and write each result once; of a radix sort it is what all
 * its passes move. Results are compared with plain loops of Java, exactly
 * but for sums of floats.
 */
public final class PrimitivesFamily implements BenchFamily {
    @Override
    public String name() {
        return "primitives";
    }

    @Override
    public String description() {
        return "Prefix sums, sorting by keys, selection, gather and scatter, histograms.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        int small = cpu ? 1 << 16 : 1 << 20;
        int large = cpu ? 1 << 23 : 1 << 27;
        List<BenchCase> cases = new ArrayList<>();
        for (int n : new int[] {small, large}) {
            cases.add(scan(ElementType.INT, n));
        }
        cases.add(scan(ElementType.LONG, large / 2));
        cases.add(scan(ElementType.FLOAT, large));
        if (device.supportsDouble()) {
            cases.add(scan(ElementType.DOUBLE, large / 2));
        }
        for (int n : new int[] {small, large / 2}) {
            cases.add(sort(device, "sort", n, 32, SortRun.Moved.NOTHING));
            cases.add(sort(device, "sort-pairs", n, 32, SortRun.Moved.FLOATS));
            cases.add(sort(device, "permutation", n, 18, SortRun.Moved.PLACES));
            cases.add(sort(device, "permutation", n, 8, SortRun.Moved.PLACES));
        }
        cases.add(select(large, 2));
        cases.add(select(large, 100));
        cases.add(places("gather-near", large / 2, false, false));
        cases.add(places("gather-far", large / 2, true, false));
        cases.add(places("scatter-near", large / 2, false, true));
        cases.add(places("scatter-far", large / 2, true, true));
        cases.add(histogram("histogram", large, 256, true));
        cases.add(histogram("histogram", large, 65_536, true));
        cases.add(histogram("histogram-all-same", large, 256, false));
        return cases;
    }

    private static BenchCase.Builder of(String name, ElementType type, int n) {
        return BenchCase.of("primitives", name, "plain").type(type).shape(n).cells(n);
    }

    private static BenchCase scan(ElementType type, int n) {
        return of("scan", type, n)
                .bytes(2.0 * n * type.bytes())
                // Values are below 256 or 1, so that the largest sum is about n/2 of them; an addition a unit in the
                // last place.
                .tolerance(type.isFloating() ? 1e-4 : 0)
                .prepare(buffers -> new ScanRun(buffers, type, n));
    }

    private static BenchCase sort(Device device, String name, int n, int bits, SortRun.Moved moved) {
        int values = moved == SortRun.Moved.NOTHING ? 0 : Integer.BYTES;
        boolean ofPlaces = moved == SortRun.Moved.PLACES;
        return of(name, ElementType.INT, n)
                .parameter("bits", bits)
                .bytes(RadixSort.traffic(device, ElementType.INT, bits, n, values, ofPlaces))
                .prepare(buffers -> new SortRun(buffers, n, bits, moved));
    }

    /** One of so many is chosen, at random. */
    private static BenchCase select(int n, int oneOf) {
        return of("select", ElementType.FLOAT, n)
                .parameter("one_of", oneOf)
                .bytes(n * (1 + (double) Float.BYTES) + (double) n / oneOf * Float.BYTES)
                .prepare(buffers -> new SelectRun(buffers, n, oneOf));
    }

    private static BenchCase places(String name, int n, boolean far, boolean scatter) {
        return of(name, ElementType.FLOAT, n)
                .bytes(3.0 * n * Integer.BYTES)
                .prepare(buffers -> new PlacesRun(buffers, n, far, scatter));
    }

    private static BenchCase histogram(String name, int n, int bins, boolean random) {
        return of(name, ElementType.INT, n)
                .parameter("bins", bins)
                .bytes((double) n * Integer.BYTES)
                .prepare(buffers -> new HistogramRun(buffers, n, bins, random));
    }
}
