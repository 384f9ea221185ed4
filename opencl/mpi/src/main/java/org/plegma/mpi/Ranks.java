package org.plegma.mpi;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;
import org.plegma.mpi.library.MpiCalls;
import org.plegma.mpi.library.MpiCalls.Reduction;
import org.plegma.mpi.library.MpiException;
import org.plegma.mpi.library.StandardError;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.slabs.Slab;
import org.plegma.stencil.slabs.Transport;

/**
 * The processes of an MPI job, which {@code mpirun} has started with the same program. Each has a rank from 0 on, and a device.
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *     Ranks.run(ranks -> {
 *         try (Session session = ranks.session();
 *                 SlabPlan plan = SlabPlan.open(
 *                         heat.on(session), SlabOptions.usual().over(ranks.transport()), 8192, 8192)) {
 *             plan.load(start).run(1000);
 *             ranks.gather(plan).ifPresent(grids -> Hdf5.save(file, grids)); // on rank 0
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>Methods that exchange something must be called by all ranks, in the same order. Waiting for others ends with a
 * {@link java.util.concurrent.CancellationException} if the thread is interrupted. Not thread-safe.
 */
public final class Ranks implements AutoCloseable {
    /** What each rank does. */
    @FunctionalInterface
    public interface Body {
        void run(Ranks ranks) throws Exception;
    }

    private final MpiCalls calls;
    private final Object communicator;
    private final int rank;
    private final int size;
    private final RankTransport transport = new RankTransport(this);
    private @Nullable Session session;

    private Ranks(MpiCalls calls, Object communicator) {
        this.calls = calls;
        this.communicator = communicator;
        this.rank = calls.rank(communicator);
        this.size = calls.size(communicator);
    }

    /** This process among the others, until {@link #end}. */
    static Ranks join() {
        MpiCalls calls = MpiCalls.initialized();
        return new Ranks(calls, calls.world());
    }

    /** Waits until all ranks have come to their end, and ends the use of MPI. */
    void end() {
        barrier();
        close();
        calls.end();
    }

    /**
     * Does something on each rank. If it fails on one, the failure is printed and all ranks end at once with status 1, as the others
     * would wait for it for ever.
     */
    public static void run(Body body) {
        Preconditions.notNull(body, "body");
        Ranks ranks = join();
        try {
            body.run(ranks);
            ranks.end();
        } catch (Throwable e) {
            System.out.flush();
            StringWriter why = new StringWriter();
            e.printStackTrace(new PrintWriter(why, true));
            StandardError.printAndWait(
                    "Rank " + ranks.rank + " of " + ranks.size + " failed, and all ranks end: " + why);
            ranks.calls.abort(1);
        }
    }

    /** This process's number, from 0 on. */
    public int rank() {
        return rank;
    }

    /** Number of processes. */
    public int size() {
        return size;
    }

    /**
     * A session on this rank's device, opened at the first call and closed with the ranks. It is the preferred device if
     * {@value Devices#VARIABLE} is set; else the devices of the preferred one's kind are dealt out to the ranks of a machine in turn.
     */
    public Session session() {
        if (session == null || session.isClosed()) {
            session = Session.open(device());
        }
        return session;
    }

    private Device device() {
        Device preferred = Devices.preferred();
        if (System.getenv(Devices.VARIABLE) != null) {
            return preferred;
        }
        List<Device> alike =
                Devices.all().stream().filter(d -> d.kind() == preferred.kind()).toList();
        Object here = calls.onThisMachine(communicator);
        int place = calls.rank(here);
        int ranksHere = calls.size(here);
        calls.free(here);
        if (ranksHere > alike.size() && preferred.kind() != Device.Kind.CPU) {
            throw new MpiException(
                    "This machine has " + ranksHere + " ranks and " + alike.size() + " devices: start a rank a"
                            + " device, or set " + Devices.VARIABLE + " if ranks shall share one.");
        }
        return alike.get(place % alike.size());
    }

    /** Carries planes between the ranks' slabs, one slab a rank. */
    public Transport transport() {
        return transport;
    }

    /** Waits until all ranks have called it. */
    public void barrier() {
        calls.barrier(communicator).await();
    }

    /** The sum of the ranks' values. */
    public double sum(double value) {
        return reduce(value, Reduction.SUM);
    }

    /** The largest of the ranks' values. */
    public double max(double value) {
        return reduce(value, Reduction.MAX);
    }

    /** The smallest of the ranks' values. */
    public double min(double value) {
        return reduce(value, Reduction.MIN);
    }

    private double reduce(double value, Reduction how) {
        ByteBuffer number = memory(Double.BYTES).putDouble(0, value);
        calls.reduce(communicator, number, how).await();
        return number.getDouble(0);
    }

    /**
     * The first so many ranks, or nothing on a rank that is not among them; all ranks call it. What it gives must be closed by those
     * that got it.
     */
    public Optional<Ranks> first(int count) {
        if (count < 1 || count > size) {
            throw new IllegalArgumentException("Expected 1 to " + size + " ranks, found " + count + ".");
        }
        Object part = calls.split(communicator, rank < count ? 0 : 1, rank);
        if (rank >= count) {
            calls.free(part);
            return Optional.empty();
        }
        return Optional.of(new Ranks(calls, part));
    }

    /**
     * The whole grid's updated fields and their older levels on rank 0, nothing on the others.
     */
    public Optional<Map<String, Grid>> gather(SlabPlan plan) {
        Preconditions.notNull(plan, "plan");
        GridMessages messages = new GridMessages(this);
        Map<String, Grid> parts = plan.part();
        if (rank > 0) {
            parts.values().forEach(part -> messages.send(part, 0));
            return Optional.empty();
        }
        Map<String, Grid> all = new LinkedHashMap<>();
        parts.forEach((key, part) -> {
            Grid whole = Grid.zeros(part.type(), plan.shape());
            System.arraycopy(part.data(), 0, whole.data(), 0, (int) part.length());
            all.put(key, whole);
        });
        long plane = all.values().iterator().next().length() / plan.shape()[0];
        for (int other = 1; other < size; other++) {
            Slab slab = plan.slabs().get(other);
            for (Grid whole : all.values()) {
                messages.receive(whole, slab.first() * plane, slab.planes() * plane, other);
            }
        }
        return Optional.of(all);
    }

    /** What the root has; the others give nothing. */
    byte[] broadcast(byte[] bytes, int root) {
        ByteBuffer length = memory(Integer.BYTES).putInt(0, bytes.length);
        calls.broadcast(communicator, length, root).await();
        byte[] found = new byte[length.getInt(0)];
        if (found.length > 0) {
            ByteBuffer all = memory(found.length);
            if (rank == root) {
                all.put(0, bytes);
            }
            calls.broadcast(communicator, all, root).await();
            all.get(0, found);
        }
        return found;
    }

    /** Does something on each rank, and fails on all if it fails on one: there with that failure, on the others with its reason. */
    void together(String what, Runnable action) {
        RuntimeException failure = null;
        try {
            action.run();
        } catch (RuntimeException e) {
            failure = e;
        }
        int first = (int) min(failure == null ? size : rank);
        if (first == size) {
            return;
        }
        String why = failure == null ? "" : String.valueOf(failure.getMessage());
        why = new String(broadcast(why.getBytes(StandardCharsets.UTF_8), first), StandardCharsets.UTF_8);
        throw failure != null
                ? failure
                : new MpiException("Cannot " + what + ": it failed on rank " + first + " of " + size + ": " + why);
    }

    /** Begins to record messages of planes and commands of the session anew, or ends to. */
    public void recordTimeline(boolean on) {
        session().recordTimeline(on);
        transport.record(on);
    }

    /** Commands of the device and messages of planes, these from their start to when they were seen to be over. */
    public Timeline timeline() {
        List<Span> all = new ArrayList<>(session().timeline().spans());
        all.addAll(transport.spans());
        return Timeline.of(all);
    }

    /** Whether the library takes addresses of CUDA's memory. OpenCL has none to give: planes go through pinned memory even so. */
    public boolean isCudaAware() {
        return calls.isCudaAware();
    }

    /** The MPI library and its version. */
    public String library() {
        return calls.version();
    }

    MpiCalls calls() {
        return calls;
    }

    Object communicator() {
        return communicator;
    }

    static ByteBuffer memory(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** Closes the session; all ranks of a part that {@link #first} gave must do so. */
    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
        if (communicator != calls.world()) {
            calls.free(communicator);
        }
    }

    @Override
    public String toString() {
        return "rank " + rank + " of " + size + " (" + library() + ")";
    }
}
