package org.plegma.neighbours;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;

/** Adds up the squares of cells' counts, with memory that it keeps. The device goes on meanwhile. */
final class Evenness implements AutoCloseable {
    private static final int GROUPS_A_UNIT = 8;
    private static final int GROUP = 256;

    private final SpaceCode code;
    private final int groups;
    private final int group;
    private final DeviceArray sums;
    private final HostBuffer host;
    private Optional<Event> copied = Optional.empty();

    Evenness(SpaceCode code) {
        this.code = code;
        groups = code.session().device().computeUnits() * GROUPS_A_UNIT;
        group = code.isWide() ? 1 : GROUP;
        sums = code.session().allocate(ElementType.FLOAT, groups);
        host = code.session().pinned(ElementType.FLOAT, groups);
    }

    /** Asks about cells that begin at such points. */
    void launch(DeviceArray starts, int cells, List<Event> events) {
        events.add(code.kernel("evenness", List.of("-DGROUP=" + group), "evenness.cl")
                .global((long) groups * group)
                .local(group)
                .launch(code.session().compute(), starts, cells, sums));
        copied = Optional.of(sums.downloadAsync(code.session().compute(), host));
    }

    /** The sum of the squares. Waits until the device knows. */
    double squares() {
        copied.orElseThrow().await();
        double squares = 0;
        for (int i = 0; i < groups; i++) {
            squares += host.floats().get(i);
        }
        return squares;
    }

    long bytes() {
        return sums.bytes();
    }

    @Override
    public void close() {
        sums.close();
        host.close();
    }
}
