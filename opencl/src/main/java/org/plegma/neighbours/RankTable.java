package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** The coordinates of a sample in order, axis by axis, which tell about the rank of any other: see curve.cl. */
final class RankTable implements AutoCloseable {
    /** Bits of a rank. */
    static final int BITS = 16;

    /** A sample has so many for each of the table. */
    private static final int FOR_EACH = 4;

    /** A table has one less than a power of two, for each axis. */
    private static final int SAMPLE_BITS = 10;

    /** A processor, and a simulator even more so, has to compare them all with each other before it begins. */
    private static final int SAMPLE_BITS_ON_CPU = 8;

    private final SpaceCode code;
    private final Session session;
    private final int sampleBits;
    private final int samples;
    private final DeviceArray sample;
    private final DeviceArray table;

    RankTable(SpaceCode code) {
        this.code = code;
        this.session = code.session();
        sampleBits = code.isWide() || session.device().isOclgrind() ? SAMPLE_BITS_ON_CPU : SAMPLE_BITS;
        samples = (1 << sampleBits) - 1;
        sample = session.allocate(code.type(), 3, samples * FOR_EACH);
        table = session.allocate(code.type(), 3, samples);
    }

    /** Makes the table of some points, at least one. */
    void run(Coordinates points, List<Event> events) {
        events.add(code.forAll(code.kernel("take_sample", options(), "space.cl", "curve.cl"), samples * FOR_EACH)
                .launch(session.compute(), points.points(), (long) points.count(), sample));
        events.add(code.forAll(code.kernel("order_sample", options(), "space.cl", "curve.cl"), 3 * samples * FOR_EACH)
                .launch(session.compute(), sample, table));
    }

    DeviceArray table() {
        return table;
    }

    /** Bits of a rank that are not of the table. */
    int finerBits() {
        return BITS - sampleBits;
    }

    /** For curve.cl. */
    List<String> options(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of("-DSAMPLES=" + samples, "-DFOR_EACH=" + FOR_EACH, "-DRANK_BITS=" + BITS));
        return options;
    }

    long bytes() {
        return sample.bytes() + table.bytes();
    }

    @Override
    public void close() {
        sample.close();
        table.close();
    }
}
