package org.plegma.stencil.slabs;

import java.util.Arrays;
import java.util.Optional;
import org.plegma.array.Preconditions;

/**
 * How a grid is cut into slabs and how they exchange planes. Immutable: each setting returns another. All processes of one grid
 * must have the same but for the transport.
 */
public final class SlabOptions {
    private final double[] rates;
    private final int between;
    private final Optional<Boolean> overlapped;
    private final Optional<Transport> transport;
    private final Way way;

    /** How planes get from device to device of one process. */
    enum Way {
        FASTEST,
        THROUGH_HOST,
        BY_DEVICES
    }

    private SlabOptions(
            double[] rates, int between, Optional<Boolean> overlapped, Optional<Transport> transport, Way way) {
        this.rates = rates;
        this.between = between;
        this.overlapped = overlapped;
        this.transport = transport;
        this.way = way;
    }

    /** Slabs of equal thickness in one process, exchanged as {@link #between} chooses. */
    public static SlabOptions usual() {
        return new SlabOptions(new double[0], 0, Optional.empty(), Optional.empty(), Way.FASTEST);
    }

    /**
     * Slabs in proportion to the devices' rates.
     *
     * @param each cells that each device of all processes does in a second, in any unit; none if all are equal
     */
    public SlabOptions rates(double... each) {
        Preconditions.notNull(each, "each");
        return new SlabOptions(each.clone(), between, overlapped, transport, way);
    }

    /**
     * Steps from one exchange to the next.
     *
     * @param steps a multiple of those that the method does together; 0 for a choice: the fewest where the host orders exchanges, and
     *     where devices do, as many as a model finds the quickest. More make exchanges rarer, and ghost planes, which are computed too, more
     */
    public SlabOptions between(int steps) {
        return new SlabOptions(rates, steps, overlapped, transport, way);
    }

    /**
     * Whether planes are exchanged while the interior of a slab is computed. Each device then computes the rim at a cut apart, when
     * the ghost planes have come: three halos there, where a slab with its ghosts has one more. Without this, it is done between
     * processes if slabs are thick enough, and not within one.
     */
    public SlabOptions overlapped(boolean yes) {
        return new SlabOptions(rates, between, Optional.of(yes), transport, way);
    }

    /** What {@link #overlapped(boolean)} was told; empty if it is left to the plan. */
    public Optional<Boolean> overlapped() {
        return overlapped;
    }

    /** With slabs of other processes, too. */
    public SlabOptions over(Transport processes) {
        Preconditions.notNull(processes, "processes");
        return new SlabOptions(rates, between, overlapped, Optional.of(processes), way);
    }

    /** Planes go through pinned memory of the host even where a device could write them into its neighbour's memory. */
    public SlabOptions throughHost() {
        return new SlabOptions(rates, between, overlapped, transport, Way.THROUGH_HOST);
    }

    /**
     * Devices put exchanges in order among themselves, as those do that write into each other's memory, also where they are processors:
     * slow there, as a kernel that waits takes a core. For tests.
     */
    public SlabOptions byDevices() {
        return new SlabOptions(rates, between, overlapped, transport, Way.BY_DEVICES);
    }

    Way way() {
        return way;
    }

    /** One rate for each slab. */
    public double[] rates(int slabs) {
        if (rates.length != 0 && rates.length != slabs) {
            throw new IllegalArgumentException(
                    "Wrong number of rates: expected " + slabs + ", one for each device, found " + rates.length + ".");
        }
        if (rates.length != 0) {
            return rates.clone();
        }
        double[] all = new double[slabs];
        Arrays.fill(all, 1);
        return all;
    }

    /** Whether {@link #between} was told a number. */
    public boolean namesBetween() {
        return between != 0;
    }

    /**
     * Steps from one exchange to the next, the fewest if they are not told.
     *
     * @param together steps that the method does together
     */
    public int betweenFor(int together) {
        int steps = between == 0 ? together : between;
        if (steps < 0 || steps % together != 0) {
            throw new IllegalArgumentException("The steps between exchanges must be a multiple of those that the method"
                    + " does together, " + together + ", found " + between + ".");
        }
        return steps;
    }

    /** What carries planes. */
    public Transport transportFor(int devices) {
        Transport found = transport.orElseGet(() -> Transport.within(devices));
        if (found.own() != devices) {
            throw new IllegalArgumentException("The session has " + devices + " devices, but " + found + " has "
                    + found.own() + " slabs for this process: expected one for each device.");
        }
        return found;
    }

    /**
     * Whether exchanges are overlapped.
     *
     * @param thinnest planes of the thinnest slab
     * @param halo planes exchanged at a cut
     */
    public boolean overlapsFor(int thinnest, int halo, Transport all) {
        boolean thick = thinnest >= 2 * halo;
        if (overlapped.isPresent() && overlapped.get() && !thick) {
            throw new IllegalArgumentException("Exchanges cannot be overlapped: a slab has " + thinnest
                    + " planes, and its two rims need " + 2 * halo
                    + ". Use fewer devices, fewer steps between exchanges, or overlapped(false).");
        }
        return halo > 0 && overlapped.orElse(thick && all.slabs() > all.own());
    }
}
