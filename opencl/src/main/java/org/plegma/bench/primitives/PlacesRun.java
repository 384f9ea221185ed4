package org.plegma.bench.primitives;

import java.util.List;
import java.util.SplittableRandom;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.primitives.Gather;

/** Gather or scatter by a permutation: of places anywhere, or such that each block of 1024 stays together. */
final class PlacesRun implements Trial {
    private static final int BLOCK = 1024;

    private final int[] places;
    private final boolean scatter;
    private final Gather gather;
    private final DeviceArray from;
    private final DeviceArray at;
    private final DeviceArray to;

    PlacesRun(Buffers buffers, int n, boolean far, boolean scatter) {
        this.scatter = scatter;
        places = new int[n];
        for (int i = 0; i < n; i++) {
            places[i] = i;
        }
        SplittableRandom random = new SplittableRandom(n);
        int block = far ? n : BLOCK;
        for (int i = n - 1; i > 0; i--) {
            int first = i / block * block;
            int other = first + random.nextInt(i - first + 1);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        gather = far
                ? Gather.far(buffers.session(), ElementType.FLOAT)
                : Gather.of(buffers.session(), ElementType.FLOAT);
        from = buffers.input(ElementType.FLOAT, n);
        at = buffers.input(Grid.of(places, n));
        to = buffers.output(ElementType.FLOAT, n);
    }

    @Override
    public List<Event> run() {
        return scatter ? gather.launchScatter(from, at, to) : gather.launchGather(from, at, to);
    }

    @Override
    public double error() {
        gather.check();
        float[] values = from.download().floats();
        float[] found = to.download().floats();
        int wrong = 0;
        for (int i = 0; i < places.length; i++) {
            boolean right = scatter ? found[places[i]] == values[i] : found[i] == values[places[i]];
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    @Override
    public void close() {
        gather.close();
    }
}
