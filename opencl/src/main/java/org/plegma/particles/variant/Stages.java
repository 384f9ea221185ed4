package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/**
 * What a step on a device is made of: arrays, the stages that all variants have in common, and launches, which are kept as events of the
 * step. A variant of a student's is given one, and may use of it what it likes. Arrays are planes of x, y and z of all particles there.
 */
public final class Stages implements AutoCloseable {
    private static final int GROUP = 64;

    private final Session session;
    private final SoftBody body;
    private final ParticleLayout layout;
    private final Optional<Program> program;
    private final Optional<? extends ArgumentCheck> check;
    private final Kernel predict;
    private final Kernel settle;
    private final EnergySum.Sum sum;
    private final List<DeviceArray> owned = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private DeviceArray start;
    private DeviceArray velocity;
    private Optional<DeviceArray> energies = Optional.empty();
    private DeviceArray from;
    private DeviceArray to;

    Stages(Session session, SoftBody body, ParticleLayout layout, EnergySum energy) {
        this(session, body, layout, energy, Optional.empty(), Optional.empty());
    }

    /**
     * @param program whose kernels a student's variant asks for
     * @param check of each launch of these kernels
     */
    Stages(
            Session session,
            SoftBody body,
            ParticleLayout layout,
            EnergySum energy,
            Optional<Program> program,
            Optional<? extends ArgumentCheck> check) {
        this.session = session;
        this.body = body;
        this.layout = layout;
        this.program = program;
        this.check = check;
        Program stages = ParticleKernels.compile(session, "stages.cl", layout.options());
        int n = body.lattice().particles();
        long global = Kernel.roundUp(n, GROUP);
        predict = stages.kernel("predict").global(global).local(GROUP);
        settle = stages.kernel("settle").global(global).local(GROUP);
        sum = energy.on(session, body, layout.options());
        int length = layout.length(n);
        start = array(length).named("start");
        velocity = array(length).named("velocity");
        from = array(length).named("from");
        to = array(length).named("to");
    }

    /** The settings. */
    public SoftBody body() {
        return body;
    }

    /** Particles along each axis. */
    public int side() {
        return body.lattice().side();
    }

    /** How far neighbours are along each axis. */
    public int reach() {
        return body.lattice().reach();
    }

    /** The number of particles. */
    public int particles() {
        return body.lattice().particles();
    }

    /** λ is C times this. */
    public float weight() {
        return (float) body.weight();
    }

    /**
     * A kernel of the cell.
     *
     * @throws IllegalArgumentException if it has none of this name
     */
    public Kernel kernel(String name) {
        Preconditions.notNull(name, "name");
        Kernel kernel = program.orElseThrow(() -> new IllegalStateException("This variant has no kernels of its own."))
                .kernel(name);
        return check.isPresent() ? kernel.withCheck(check.get()) : kernel;
    }

    /** An array of so many floats, all 0, that is closed with the plan. */
    public DeviceArray array(int length) {
        DeviceArray array = session.allocate(ElementType.FLOAT, length);
        owned.add(array);
        array.fill(0);
        return array;
    }

    /** An array with these floats, that is closed with the plan. */
    public DeviceArray array(float[] values) {
        DeviceArray array = session.upload(values);
        owned.add(array);
        return array;
    }

    /** Where particles were at the beginning of the step; at its end, where they are. */
    public DeviceArray start() {
        return start;
    }

    /** How fast particles move. */
    public DeviceArray velocity() {
        return velocity;
    }

    /** Where particles are within a step: what an iteration reads. */
    public DeviceArray from() {
        return from;
    }

    /** What an iteration writes. */
    public DeviceArray to() {
        return to;
    }

    /** After an iteration: what it wrote is read by the next. */
    public void swap() {
        DeviceArray other = from;
        from = to;
        to = other;
    }

    /** The float that a kernel of one's own leaves the energy in, instead of {@link #sumEnergy}. */
    public DeviceArray energy() {
        return sum.result();
    }

    /** Launches a kernel with its sizes set. */
    public Event launch(Kernel kernel, Object... arguments) {
        Preconditions.notNull(kernel, "kernel");
        Event event = kernel.launch(session.compute(), arguments);
        events.add(event);
        return event;
    }

    /** V += Δt (F + G), and from() = start() + Δt V. */
    public void predict() {
        SoftBody.Force force = body.force();
        launch(
                predict,
                particles(),
                body.timeStep(),
                force.x(),
                force.y() - body.gravity(),
                force.z(),
                start,
                velocity,
                from);
    }

    /** V = (from() − start()) / Δt, and start() = from(), with walls. */
    public void settle() {
        launch(settle, particles(), body.timeStep(), body.low(), body.high(), body.damping(), from, start, velocity);
    }

    /** A step has ended in these arrays, with an energy for each group of work-items, which are added when the sum is asked for. */
    void moved(DeviceArray newStart, DeviceArray newVelocity, DeviceArray ofGroups) {
        start = newStart;
        velocity = newVelocity;
        energies = Optional.of(ofGroups);
    }

    /** Adds up the energy of all particles. */
    public void sumEnergy() {
        events.addAll(sum.add(start, velocity));
    }

    /** Fills an array with 0. */
    public void clear(DeviceArray array) {
        Preconditions.notNull(array, "array");
        events.add(array.fill(0));
    }

    /** The rest lengths of offsets by their squared length, in distances of the lattice. */
    public DeviceArray restLengths() {
        float[] lengths = new float[3 * reach() * reach() + 1];
        for (int squares = 0; squares < lengths.length; squares++) {
            lengths[squares] = (float) (body.distance() * Math.sqrt(squares));
        }
        return array(lengths);
    }

    void begin(ParticleState state) {
        start.upload(layout.packed(state.position()));
        velocity.upload(layout.packed(state.velocity()));
    }

    /** What was launched since this was asked last. */
    List<Event> launched() {
        List<Event> all = List.copyOf(events);
        events.clear();
        return all;
    }

    ParticleState end() {
        return new ParticleState(
                layout.planes(start.download().floats()),
                layout.planes(velocity.download().floats()));
    }

    double energyValue() {
        if (energies.isEmpty()) {
            return sum.value();
        }
        double value = 0;
        for (float each : energies.get().download().floats()) {
            value += each;
        }
        return value;
    }

    @Override
    public void close() {
        owned.forEach(DeviceArray::close);
        sum.close();
    }
}
