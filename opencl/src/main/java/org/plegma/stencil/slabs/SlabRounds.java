package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.plegma.device.Event;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClException;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds of an exchange and the steps after it, on the slabs of this process. Knows whether these are at the same step: they are not if a
 * device failed, or another process, in the middle of a round.
 */
public final class SlabRounds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlabRounds.class);

    private static final String KEPT =
            "All slabs are at the same step, and safe: run goes on from there, and result() gives them.";
    private static final String LOST =
            "The other devices have ended their work. The slabs are at different steps, so that what they"
                    + " hold is lost; grids in Java and files are as they were. Call load to begin anew, or open a plan on the other devices.";

    /** Launches that a device is given before the host waits for the first of them. */
    private static final int MOST_AHEAD = 8;

    /** Rounds that threads enqueue before the caller looks at them again. */
    private static final int MOST_ROUNDS = 16;

    private final StencilSpec spec;
    private final int together;
    private final Transport transport;
    private final List<DeviceSlab> own;
    private final PlaneExchange exchange;
    private final boolean overlapped;
    private final Optional<SendingSteps> sending;
    private final RoundThreads threads = new RoundThreads(this::release);
    /** Numbers of steps of rounds whose kernels have been launched: the first launch of one may wait until no device is waiting. */
    private final Set<Integer> launched = new HashSet<>();

    private boolean loaded;
    /** Whether ghost planes of the fields that no step changes are filled. */
    private boolean filled;

    /**
     * @param together steps that the method does together
     * @param own the slabs of this process
     * @param overlapped whether planes are exchanged while the interior is computed
     * @param sending steps that send planes themselves, where there are such
     */
    public SlabRounds(
            StencilSpec spec,
            int together,
            Transport transport,
            List<DeviceSlab> own,
            PlaneExchange exchange,
            boolean overlapped,
            Optional<SendingSteps> sending) {
        this.spec = spec;
        this.together = together;
        this.transport = transport;
        this.own = List.copyOf(own);
        this.exchange = exchange;
        this.overlapped = overlapped;
        this.sending = sending;
    }

    /** Waits for what was started; there is nothing to go on from until {@link #loaded}. */
    public void unload() {
        loaded = false;
        await();
    }

    /** All slabs have been loaded. */
    public void loaded() {
        loaded = true;
        filled = false;
    }

    /** Whether all slabs of this process are loaded, and at the same step. */
    public boolean isLoaded() {
        return loaded;
    }

    /**
     * Starts rounds of an exchange and the steps after it.
     *
     * @param left steps that there are to do
     * @param between steps of a round
     * @return how many were started: those of a round at least
     */
    public int run(long left, int between) {
        int steps = (int) Math.min(between, left);
        int[] rounds = {1};
        guarded(() -> {
            if (overlapped) {
                overlapped(steps);
            } else if (exchange.byDevices().isPresent()) {
                rounds[0] = ordered(exchange.byDevices().get(), steps, (int) Math.min(MOST_ROUNDS, left / steps));
            } else {
                plain(steps);
            }
        });
        return rounds[0] * steps;
    }

    private int ordered(DeviceExchange devices, int steps, int rounds) {
        if (rounds > 1 && filled && launched.contains(steps)) {
            return byThreads(devices, steps, rounds);
        }
        awaitAllBut(MOST_AHEAD);
        sending.ifPresent(SendingSteps::open);
        whole(() -> {
            boolean turn = filled && sending.isPresent();
            if (!turn) {
                devices.enqueue(toExchange());
                filled = true;
            }
            for (int i = 0; i < own.size(); i++) {
                steps(i, steps, turn);
            }
        });
        launched.add(steps);
        return 1;
    }

    /** Devices wait for each other, and the host only for what it enqueued long ago: so it can be interrupted, and sees failures. */
    private int byThreads(DeviceExchange devices, int steps, int rounds) {
        List<Level> levels = toExchange();
        int[] done = {0};
        whole(() -> done[0] = threads.run(own.size(), rounds, i -> {
            awaitAllBut(MOST_AHEAD, own.get(i), threads::isStopping);
            if (!threads.hasFailed()) {
                if (sending.isEmpty()) {
                    devices.enqueue(own.get(i), levels);
                }
                steps(i, steps, sending.isPresent());
            }
        }));
        return done[0];
    }

    /** By steps that send what they compute, older levels, and fields that no step changes, keep the ghosts that they have. */
    private void steps(int slab, int steps, boolean turn) {
        if (sending.isPresent()) {
            sending.get().steps(slab, steps, turn);
        } else {
            own.get(slab).launch(steps);
        }
    }

    /** Enqueues something on all slabs. If only a part were enqueued, the slabs would be at different steps. */
    private void whole(Runnable enqueue) {
        own.get(0).session().together(() -> {
            loaded = false;
            enqueue.run();
            loaded = true;
        });
    }

    private void plain(int steps) {
        awaitAllBut(0);
        List<Level> levels = toExchange();
        // A process that breaks off leaves messages behind, which the next exchange would take for its own.
        loaded = transport.slabs() == transport.own();
        exchange.start(levels);
        exchange.send(levels);
        exchange.finish(levels);
        filled = true;
        whole(() -> own.forEach(slab -> slab.launch(steps)));
    }

    private void overlapped(int steps) {
        awaitAllBut(0);
        List<Level> levels = toExchange();
        loaded = false;
        exchange.start(levels);
        // One launch keeps the device busy until planes are on their way; to enqueue many may have to wait for the
        // first.
        int first = Math.min(steps, together);
        own.forEach(slab -> slab.launch(first));
        exchange.send(levels);
        if (steps > first) {
            own.forEach(slab -> slab.launch(steps - first));
        }
        exchange.finish(levels);
        filled = true;
        List<Level> changed = levels(steps);
        own.forEach(slab -> slab.launchRims(steps, changed));
        loaded = true;
    }

    /** Waits for what was started; if the thread is interrupted, the next call waits for what is left. */
    public void await() {
        guarded(() -> awaitAllBut(0));
    }

    private void awaitAllBut(int launches) {
        try {
            // One by one: what ends is taken note of while the devices do the rest.
            for (int left = Math.max(launches, MOST_AHEAD); left >= launches; left--) {
                for (DeviceSlab slab : own) {
                    awaitAllBut(left, slab, () -> false);
                }
            }
        } catch (OpenClException e) {
            loaded = false;
            throw e;
        }
    }

    /** A device that waits for one that has failed is left; the failure is told. @param stopping whether it is of no use to wait */
    private void awaitAllBut(int launches, DeviceSlab slab, BooleanSupplier stopping) {
        if (!slab.awaitAllBut(launches, event -> hasEnded(event, stopping))) {
            own.stream().filter(SlabRounds::hasFailed).forEach(DeviceSlab::throwFailure);
        }
    }

    private boolean hasEnded(Event event, BooleanSupplier stopping) {
        if (exchange.byDevices().isPresent()) {
            return event.awaitUnless(
                    () -> stopping.getAsBoolean() || own.stream().anyMatch(SlabRounds::hasFailed));
        }
        event.await();
        return true;
    }

    private static boolean hasFailed(DeviceSlab slab) {
        return slab.compute().hasUnknownFailure();
    }

    /** Says what is safe should a device fail, and ends those that would wait for it. Of a session that is closed nothing is left. */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (ClosedException e) {
            loaded = false;
            release();
            own.forEach(DeviceSlab::forget);
            throw e;
        } catch (CancellationException e) {
            // Where no device waits for another what was begun ends by itself, if it does; the next load waits for it.
            if (exchange.byDevices().isPresent()) {
                abandonUnlessLoaded();
            }
            throw e;
        } catch (OpenClException e) {
            abandonUnlessLoaded();
            throw new OpenClException(e.getMessage() + " " + (loaded ? KEPT : LOST), e);
        } catch (RuntimeException e) {
            abandonUnlessLoaded();
            throw e;
        }
    }

    private void abandonUnlessLoaded() {
        if (!loaded) {
            release();
            own.forEach(slab -> slab.compute().drain());
            own.forEach(DeviceSlab::forget);
            sending.ifPresent(SendingSteps::close);
            exchange.byDevices().ifPresent(DeviceExchange::close);
            launched.clear();
        }
    }

    /** After a failure: ends what waits for planes that will not come. */
    private void release() {
        sending.ifPresent(SendingSteps::release);
        exchange.byDevices().ifPresent(DeviceExchange::release);
    }

    /** Of all fields. */
    public List<Level> allLevels() {
        return levels(Integer.MAX_VALUE, field -> true);
    }

    private List<Level> toExchange() {
        return levels(Integer.MAX_VALUE, field -> field.updated() || !filled);
    }

    /** How many levels an exchange has, but for the first one after a load. */
    public int exchanged() {
        return sending.isPresent()
                ? spec.updatedFields().size()
                : levels(Integer.MAX_VALUE).size();
    }

    /** Whether planes travel while a device computes. */
    public boolean hides() {
        return overlapped || sending.isPresent();
    }

    /** Those that so many steps make. */
    public List<Level> levels(int made) {
        return levels(made, Field::updated);
    }

    private List<Level> levels(int most, Predicate<Field> wanted) {
        List<Level> all = new ArrayList<>();
        for (Field field : spec.fields()) {
            for (int age = 0; age < Math.min(most, field.levels()) && wanted.test(field); age++) {
                all.add(new Level(field.name(), age));
            }
        }
        return all;
    }

    /** What puts exchanges in their order, for the text of a plan; empty if the host does. */
    public String order() {
        if (overlapped) {
            return " while the interior is computed";
        }
        return sending.isPresent()
                ? ", as the steps compute them"
                : exchange.byDevices().isPresent() ? " in an order that the devices keep themselves" : "";
    }

    /** Frees the memory of steps that send, once all that was enqueued is done. */
    @Override
    public void close() {
        if (exchange.byDevices().isPresent()) {
            closeAfterAll();
        }
        sending.ifPresent(SendingSteps::close);
    }

    private void closeAfterAll() {
        try {
            await();
        } catch (CancellationException e) {
            Thread.currentThread().interrupt();
            loaded = false;
            abandonUnlessLoaded(); // nobody will see to it any more that devices do not wait for ever
        } catch (OpenClException e) {
            LOG.warn("A device had failed before the plan was closed: {}", e.getMessage());
        }
    }
}
