package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.shared.PeerChain;
import org.plegma.gemm.product.Op;
import org.plegma.tune.choice.LinkRates;
import org.plegma.tune.store.TuningStore;

/**
 * Copies of one device's matrix on others. Devices that can write into each other's memory pass it on from one to the next by a
 * {@link PeerChain}, in two panels of columns: so products by the first run while the second is under way. Else it goes through the host,
 * whole. The copies' memory is kept for the next matrix of that shape.
 */
final class Broadcast implements AutoCloseable {
    private final Panels panels;
    private final boolean alsoProcessors;
    /** The source first. */
    private List<Session> sessions = List.of();

    private final List<DeviceArray> copies = new ArrayList<>();
    private @Nullable PeerChain chain;

    /**
     * The way that a matrix took.
     *
     * @param sessions the source first
     * @param isChain whether each passed it on to the next; else it went through the host
     */
    record Passage(List<Session> sessions, boolean isChain, long bytes) {
        boolean exchanges() {
            return sessions.size() > 1;
        }

        String way(int panels) {
            if (!exchanges()) {
                return "is where it is needed";
            }
            return isChain
                    ? "by devices' writing into their neighbours' memory"
                            + (panels > 1 ? ", in " + panels + " panels" : "")
                    : "through the host's memory";
        }

        /** Until a device has that share of the matrix, as the links between devices suggest. */
        double seconds(Session session, double share, TuningStore store) {
            int place = sessions.indexOf(session);
            double before = 0;
            double slowest = 0;
            double through = 0;
            for (int i = 1; i < sessions.size(); i++) {
                LinkRates link = LinkRates.of(sessions.get(i - 1), sessions.get(i), isChain, store);
                double seconds = link.seconds(share * bytes);
                through += i == 1 ? seconds : seconds / 2; // from the source, and to each other one
                if (i <= Math.max(1, place)) {
                    slowest = Math.max(slowest, seconds);
                    before += i > 1 ? link.latency() : 0;
                }
            }
            return isChain ? slowest + before : through;
        }
    }

    /** @param alsoProcessors whether processors order it as GPUs do, which tests want */
    Broadcast(Panels panels, boolean alsoProcessors) {
        this.panels = panels;
        this.alsoProcessors = alsoProcessors;
    }

    /**
     * Copies what the source's compute queue has made so far. No kernel of the targets reads an earlier copy any more.
     *
     * @param targets without the source
     * @param operation whose columns are cut
     * @return where panels end; there is one if the copies are whole already
     */
    int[] send(Session source, List<Session> targets, DeviceArray matrix, Op operation) {
        int[] shape = matrix.shape();
        int columns = shape[operation == Op.N ? 1 : 0];
        if (targets.isEmpty()) {
            return new int[] {columns};
        }
        List<Session> all = new ArrayList<>(List.of(source));
        all.addAll(targets);
        if (!serves(all, matrix)) {
            close();
            allocate(all, matrix);
        }
        if (chain == null) {
            Grid host = matrix.download();
            copies.forEach(copy -> copy.upload(host));
            return new int[] {columns};
        }
        int[] ends = panels.ends(columns, matrix.bytes());
        int first = ends[0];
        int rest = columns - first;
        source.naming(() -> {
            source.compute().finish();
            return source;
        });
        List<DeviceArray> matrices = new ArrayList<>(List.of(matrix));
        matrices.addAll(copies);
        PeerChain passing = chain;
        boolean byColumns = operation == Op.N;
        source.together(() -> passing.pass(
                matrices,
                shape[1],
                byColumns ? new PeerChain.Part(0, first, shape[0]) : new PeerChain.Part(0, shape[1], first),
                byColumns
                        ? new PeerChain.Part(first, rest, shape[0])
                        : new PeerChain.Part((long) first * shape[1], shape[1], rest)));
        return ends;
    }

    /** The way that the last matrix took from its source. */
    Passage passage(Session source, DeviceArray matrix) {
        return sessions.isEmpty()
                ? new Passage(List.of(source), false, 0)
                : new Passage(sessions, chain != null, matrix.bytes());
    }

    /** The copy on a target. */
    DeviceArray on(Session target) {
        return copies.get(sessions.indexOf(target) - 1);
    }

    /** Whether panels come to a device, or go from it, while it computes. */
    boolean passesBy(Session session) {
        return chain != null && sessions.contains(session);
    }

    /** What is enqueued from now on in a queue of a device begins when that panel is there. */
    void await(Session session, int panel, Queue queue) {
        if (passesBy(session)) {
            Objects.requireNonNull(chain).await(session, panel, queue);
        }
    }

    /** Waits for an event of a device; if another one fails meanwhile, for which this one may wait, it throws that failure. */
    void await(Session session, Event event) {
        PeerChain passing = chain;
        boolean ended = session.naming(() -> {
            if (passing != null) {
                return event.awaitUnless(() -> passing.failed().isPresent());
            }
            event.await();
            return true;
        });
        if (!ended) {
            Session failed = Objects.requireNonNull(passing).failed().orElseThrow();
            failed.naming(() -> {
                PeerChain.throwFailure(failed);
                return failed;
            });
        }
    }

    /** After something was broken off: ends what would wait for it, and frees all memory. */
    void abandon() {
        if (chain != null) {
            chain.release();
        }
        close();
    }

    private boolean serves(List<Session> all, DeviceArray wanted) {
        return all.equals(sessions)
                && copies.stream()
                        .allMatch(copy -> copy.type() == wanted.type() && Arrays.equals(copy.shape(), wanted.shape()));
    }

    private void allocate(List<Session> all, DeviceArray matrix) {
        sessions = all;
        try {
            for (Session target : all.subList(1, all.size())) {
                copies.add(target.naming(() -> target.allocate(matrix.type(), matrix.shape())));
            }
            if (refusal(all).isEmpty()) {
                chain = new PeerChain(all, matrix.type(), panels.multiple(matrix.shape()[1]), panels.pieceBytes());
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Optional<String> refusal(List<Session> all) {
        return alsoProcessors && PeerMemory.isOneProcess(all) ? Optional.empty() : PeerMemory.refusal(all);
    }

    @Override
    public void close() {
        if (chain != null) {
            chain.close();
            chain = null;
        }
        copies.forEach(DeviceArray::close);
        copies.clear();
        sessions = List.of();
    }
}
