package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * What a device does between two steps whose kernels have written into its neighbours' boxes: it tells them so, waits until they have
 * told it the same, and takes from its own boxes what they wrote. One launch for both neighbours.
 *
 * <p>As with {@link PeerChannel}, all devices take their turns equally often, and what one waits for must be enqueued, and flushed.
 */
public final class PeerTurn implements AutoCloseable {
    /** The most elements of a vector that an item copies. */
    private static final int MOST_TOGETHER = 4;

    private static final int VECTORS_EACH = 4;
    private static final int MOST_GROUPS = 512;

    /** @param out where this device writes, @param in where the neighbour does */
    public record Neighbour(PeerBox out, PeerBox in) {}

    private final Session session;
    private final Optional<Neighbour> below;
    private final Optional<Neighbour> above;
    private final int together;
    private final int count;
    private final Program program;
    private final Kernel kernel;

    /**
     * @param count elements that are taken at once from a neighbour
     * @param unit a number of elements that divides this and the places in all arrays
     * @param below one of the two, or both, are there
     */
    public PeerTurn(
            Session session,
            ElementType type,
            int count,
            int unit,
            Optional<Neighbour> below,
            Optional<Neighbour> above) {
        this.session = session;
        this.below = below;
        this.above = above;
        this.together = Math.min(MOST_TOGETHER, Integer.lowestOneBit(unit));
        this.count = count / together;
        this.program = PeerChannel.counting(session, type.openclName() + (together == 1 ? "" : together));
        int sides = below.isPresent() && above.isPresent() ? 2 : 1;
        long groups = Math.max(1, Math.min(MOST_GROUPS / sides, this.count / (PeerChannel.GROUP * VECTORS_EACH)));
        this.kernel = program.kernel(sides == 2 ? "turn_of_two" : "turn")
                .global(sides * groups * PeerChannel.GROUP)
                .local(PeerChannel.GROUP);
    }

    /**
     * Enqueues a turn, after the step and before the next one.
     *
     * @param number of the turn, counted from 1
     * @param says whether it tells the neighbours: one turn takes several arrays, and the first of its launches tells
     * @param from where in a box what is taken begins
     * @param planes where it gets
     * @param toBelow the place of what comes from below
     */
    public void enqueue(int number, boolean says, long from, DeviceArray planes, long toBelow, long toAbove) {
        enqueue(count, number, says, from, planes, toBelow, toAbove);
    }

    /** Launches a turn in which nothing is told or awaited or taken: the first launch of a kernel may wait for a device to be idle. */
    public void prepare(DeviceArray planes) {
        enqueue(0, 0, false, 0, planes, 0, 0);
        session.compute().finish();
    }

    private void enqueue(
            int elements, int number, boolean says, long from, DeviceArray planes, long toBelow, long toAbove) {
        List<Object> arguments = new ArrayList<>(
                List.of(elements, from / together, Integer.toUnsignedLong(number), says ? 1 : 0, planes));
        below.ifPresent(neighbour -> add(arguments, toBelow, neighbour));
        above.ifPresent(neighbour -> add(arguments, toAbove, neighbour));
        kernel.enqueue(session.compute(), arguments.toArray());
    }

    private void add(List<Object> arguments, long to, Neighbour neighbour) {
        arguments.add(to / together);
        arguments.add(neighbour.in.on(session));
        arguments.add(neighbour.in.counter(session));
        arguments.add(neighbour.out.counter(session));
    }

    @Override
    public void close() {
        program.close();
    }
}
