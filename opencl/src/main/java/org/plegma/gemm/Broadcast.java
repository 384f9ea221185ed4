package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;

/**
 * Copies of one device's array on others. A device writes them into the others' memory if it can; else they go through the host. Their
 * memory is kept for the next array of that shape.
 */
final class Broadcast implements AutoCloseable {
    /**
     * Memory of one target.
     *
     * @param array as the target sees it
     * @param written as the source sees it; empty if it cannot reach it
     * @param memory frees it
     */
    private record Copy(
            Session source, Session target, DeviceArray array, Optional<DeviceArray> written, Runnable memory) {
        boolean serves(Session from, Session to, DeviceArray wanted) {
            return source == from
                    && target == to
                    && array.type() == wanted.type()
                    && Arrays.equals(array.shape(), wanted.shape());
        }
    }

    private final List<Copy> copies = new ArrayList<>();

    /** A copy that may still be on its way: the target's kernels must not be launched before. */
    record Sent(DeviceArray array, Optional<Event> way) {
        DeviceArray arrived() {
            way.ifPresent(Event::await);
            return array;
        }
    }

    /**
     * Starts to copy, beside what the source computes from now on, what its compute queue has made so far. No kernel of the target reads
     * an earlier copy any more.
     */
    Sent send(Session source, Session target, DeviceArray array) {
        Copy copy = copies.stream()
                .filter(each -> each.serves(source, target, array))
                .findFirst()
                .orElseGet(() -> allocated(source, target, array));
        if (copy.written.isEmpty()) {
            copy.array.upload(array.download());
            return new Sent(copy.array, Optional.empty());
        }
        source.compute().finish();
        Event way = array.copyAsync(source.download(), 0, copy.written.get(), 0, array.length());
        source.download().flush();
        return new Sent(copy.array, Optional.of(way));
    }

    private Copy allocated(Session source, Session target, DeviceArray array) {
        copies.stream().filter(each -> each.target == target).forEach(Broadcast::free);
        copies.removeIf(each -> each.target == target);
        Copy made;
        if (PeerMemory.refusal(List.of(target, source)).isEmpty()) {
            PeerMemory memory = PeerMemory.allocate(List.of(target, source), array.type(), array.shape());
            made = new Copy(source, target, memory.on(target), Optional.of(memory.on(source)), memory::close);
        } else {
            DeviceArray own = target.allocate(array.type(), array.shape());
            made = new Copy(source, target, own, Optional.empty(), own::close);
        }
        copies.add(made);
        return made;
    }

    /** A product that was broken off may still write it, or read it. */
    private static void free(Copy copy) {
        if (copy.written.isPresent()) {
            copy.source.download().finish();
            copy.target.compute().finish();
        }
        copy.memory.run();
    }

    @Override
    public void close() {
        copies.forEach(Broadcast::free);
        copies.clear();
    }
}
