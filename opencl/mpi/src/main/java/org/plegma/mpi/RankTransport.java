package org.plegma.mpi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.plegma.device.timeline.Span;
import org.plegma.mpi.library.MpiRequest;
import org.plegma.stencil.slabs.Transport;

/** Planes between the slabs of ranks, each of which has one: by non-blocking messages from and to pinned memory. */
final class RankTransport implements Transport {
    private final Ranks ranks;
    private final List<Span> spans = new ArrayList<>();
    private boolean recording;

    RankTransport(Ranks ranks) {
        this.ranks = ranks;
    }

    @Override
    public int slabs() {
        return ranks.size();
    }

    @Override
    public int first() {
        return ranks.rank();
    }

    @Override
    public int own() {
        return 1;
    }

    @Override
    public Transfer send(ByteBuffer planes, int to, int tag) {
        MpiRequest request = ranks.calls().send(ranks.communicator(), planes, to, tag);
        long started = System.nanoTime();
        return () -> await(request, "send to rank " + to, started, planes);
    }

    /** Messages are awaited early. On the timeline one begins when its rank first waits for it. */
    @Override
    public Transfer receive(ByteBuffer planes, int from, int tag) {
        MpiRequest request = ranks.calls().receive(ranks.communicator(), planes, from, tag);
        return () -> await(request, "receive from rank " + from, System.nanoTime(), planes);
    }

    private void await(MpiRequest request, String label, long started, ByteBuffer planes) {
        request.await();
        if (recording) {
            long ended = Math.max(started, request.endedNanos());
            spans.add(new Span(0, HaloOverlap.QUEUE, label, Span.Kind.MESSAGE, started, ended, planes.remaining()));
        }
    }

    /** Begins to record anew, or ends. */
    void record(boolean on) {
        recording = on;
        if (on) {
            spans.clear();
        }
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    @Override
    public String toString() {
        return ranks.toString();
    }
}
