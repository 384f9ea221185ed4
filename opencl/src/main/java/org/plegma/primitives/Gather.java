package org.plegma.primitives;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * Values by their places: {@code to[i] = from[places[i]]}, and the other way round, {@code to[places[i]] = from[i]}.
 *
 * <pre>{@code
 * try (Gather gather = Gather.of(session, ElementType.FLOAT)) {
 *     float[] sorted = gather.run(values, permutation);
 * }
 * }</pre>
 *
 * <p>A place that lies outside moves nothing; {@link #check} tells of it. Not thread-safe.
 */
public final class Gather implements AutoCloseable {
    private static final int GROUP = 256;
    private static final int A_UNIT = 64 * GROUP;

    /** Work-items of a group that looks whether places are near each other. */
    private static final int NEAR_GROUP = 512;

    /** The most values of its work-items. */
    private static final int NEAR_ITEMS = 8;

    private final Session session;
    private final ElementType type;
    private final boolean near;
    private final int nearItems;
    private final Program program;
    private final DeviceArray wrong;
    private final Optional<FarPlaces> far;

    Gather(Session session, ElementType type, boolean near) {
        this(session, type, near, Optional.empty());
    }

    Gather(Session session, ElementType type, boolean near, Optional<FarPlaces> far) {
        this.session = session;
        this.type = type;
        this.near = near;
        nearItems = (int) Math.min(
                NEAR_ITEMS, (session.device().argumentLocalMemoryBytes() - 1) / (2L * NEAR_GROUP * (type.bytes() + 1)));
        this.program = session.compile(
                PrimitiveCode.source(near ? "gather-near.cl" : "gather.cl"),
                "-DVALUE=" + type.openclName(),
                "-DGROUP=" + NEAR_GROUP,
                "-DITEMS=" + nearItems);
        this.wrong = session.allocate(ElementType.INT, 1);
        wrong.fill(Integer.MAX_VALUE);
        this.far = far;
    }

    /** Of values of a type. */
    public static Gather of(Session session, ElementType type) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        return new Gather(
                session,
                PrimitiveCode.requireType(session, type),
                session.device().kind() == Device.Kind.GPU);
    }

    /**
     * Of values of a type, by places that lie anywhere in arrays larger than a GPU's second cache: many times faster there than by
     * {@link #of}, and slower where places are near each other. It keeps memory for the places and values of a call.
     */
    public static Gather far(Session session, ElementType type) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        boolean gpu = session.device().kind() == Device.Kind.GPU;
        PrimitiveCode.requireType(session, type);
        return new Gather(
                session,
                type,
                gpu,
                gpu ? Optional.of(new FarPlaces(session, type, FarPlaces.Shape.USUAL)) : Optional.empty());
    }

    /**
     * The values at the places, in a new array.
     *
     * @throws IndexOutOfBoundsException if a place lies outside, or did in an earlier call of which nobody was told
     */
    @SuppressWarnings("unchecked")
    public <T> T run(T values, int[] places) {
        Preconditions.notNull(values, "values");
        Preconditions.notNull(places, "places");
        check();
        Object result = Array.newInstance(type.javaType(), places.length);
        try (DeviceArray from = session.upload(values);
                DeviceArray at = session.upload(places);
                DeviceArray to = session.allocate(type, places.length)) {
            gather(from, at, to);
            int outside = firstOutside();
            if (outside >= 0) {
                throw new IndexOutOfBoundsException("The place at index " + outside + " is " + places[outside]
                        + ", and there are " + from.length() + " values.");
            }
            to.download(result);
        }
        return (T) result;
    }

    /** {@code to[i] = from[places[i]]}, for each place. */
    public Event gather(DeviceArray from, DeviceArray places, DeviceArray to) {
        return Lengths.last(session, launchGather(from, places, to), "gather");
    }

    /** As {@link #gather}, with an event for each launch, for measuring. */
    public List<Event> launchGather(DeviceArray from, DeviceArray places, DeviceArray to) {
        require(from, places, to);
        Lengths.require("places", places, ElementType.INT, (int) to.length());
        int n = (int) places.length();
        if (n == 0) {
            return List.of();
        }
        return far.filter(parts -> parts.areMany(from, n))
                .map(parts -> parts.gather(from, places, to, wrong))
                .orElseGet(() -> List.of(
                        sized("gather", n).launch(session.compute(), from, (int) from.length(), places, n, to, wrong)));
    }

    /** {@code to[places[i]] = from[i]}, for each value. Where two places are equal, one of the values stays. */
    public Event scatter(DeviceArray from, DeviceArray places, DeviceArray to) {
        return Lengths.last(session, launchScatter(from, places, to), "scatter");
    }

    /** As {@link #scatter}, with an event for each launch, for measuring. */
    public List<Event> launchScatter(DeviceArray from, DeviceArray places, DeviceArray to) {
        require(from, places, to);
        Lengths.require("places", places, ElementType.INT, (int) from.length());
        int n = (int) places.length();
        if (n == 0) {
            return List.of();
        }
        return far.filter(parts -> parts.areMany(to, n))
                .map(parts -> parts.scatter(from, places, to, wrong))
                .orElseGet(() -> List.of(
                        sized("scatter", n).launch(session.compute(), from, n, places, to, (int) to.length(), wrong)));
    }

    private void require(DeviceArray from, DeviceArray places, DeviceArray to) {
        Preconditions.notNull(from, "from");
        Preconditions.notNull(places, "places");
        Preconditions.notNull(to, "to");
        Lengths.require("values", from, type, Lengths.number("values", from.length()));
        Lengths.require("result", to, type, Lengths.number("result", to.length()));
        Lengths.requireApart("values", from, "result", to);
        Lengths.requireApart("places", places, "result", to);
    }

    private Kernel sized(String name, int n) {
        if (near) {
            int groups = (n - 1) / (NEAR_GROUP * nearItems) + 1;
            return program.kernel(name + "_near")
                    .global((long) groups * NEAR_GROUP)
                    .local(NEAR_GROUP);
        }
        long most = (long) session.device().computeUnits() * A_UNIT;
        return program.kernel(name)
                .global(Kernel.roundUp(Math.min(n, most), GROUP))
                .local(GROUP);
    }

    /**
     * Waits for the device, and tells whether all places since the last check lay inside.
     *
     * @throws IndexOutOfBoundsException if one did not
     */
    public void check() {
        int outside = firstOutside();
        if (outside >= 0) {
            throw new IndexOutOfBoundsException(
                    "The place at index " + outside + " of an earlier gather or scatter lies outside the array.");
        }
    }

    /** The index of the first place that lay outside since it was last asked, or -1. */
    private int firstOutside() {
        int[] found = {0};
        wrong.download(found);
        if (found[0] == Integer.MAX_VALUE) {
            return -1;
        }
        wrong.fill(Integer.MAX_VALUE);
        return found[0];
    }

    @Override
    public void close() {
        far.ifPresent(FarPlaces::close);
        wrong.close();
        program.close();
    }
}
