package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.shared.PeerChannel;
import org.plegma.device.shared.PeerMeeting;
import org.plegma.device.shared.PieceMemory;
import org.plegma.fft.pass.PassStep;
import org.plegma.measure.waiting.SharedRun;

/**
 * The exchange takes no pass of its own: the pass along the second axis writes its results into the memory of an exchange, and the pass
 * along the first axis reads them there, both by address. The third axis, if it is the last, is transformed between them, so that a third
 * pass shares the work of the links. Of an axis that takes two passes one meets the link, and the other only memory: so they alternate, chunk by
 * chunk, in one launch. It takes memory for one array of the spectrum's size over all devices, and a third more at most.
 */
final class DirectTransform implements DealtTransform {
    /** 2, 4 and 8 chunks of half a gigabyte, one and four: the first and the last have nothing beside them, and each launch costs a little. */
    private static final long CHUNK_BYTES = 64L << 20;

    /** Of a device, from which passes alternate. 512 MiB took 1.56 ms instead of 1.65, and 256 MiB 0.86 instead of 0.71. */
    private static final long LONG_BYTES = 512L << 20;

    /** Bytes of a chunk that no pass has, so that passes do not alternate. */
    private static final long WHOLE = Long.MAX_VALUE;

    private final List<Session> sessions;
    private final ExchangeMemory memory;
    private final boolean meetsBetween;
    private final PeerMeeting meeting;
    private final List<DirectPart> parts = new ArrayList<>();
    private final List<Runnable> owned = new ArrayList<>();

    /** @param dealt whose {@link DealtShape#addressRefusal} is empty */
    DirectTransform(DealtShape dealt) {
        this(dealt, PieceMemory.mostBytes(dealt.sessions()), isLong(dealt) ? CHUNK_BYTES : WHOLE, PeerChannel::refusal);
    }

    private static boolean isLong(DealtShape dealt) {
        return 2L * dealt.type().bytes() * dealt.share() * dealt.points()[0] >= LONG_BYTES;
    }

    /**
     * @param pieceBytes the most bytes that devices share in one piece
     * @param chunkBytes of a pass that would make one chunk; more make as many as their square root tells
     * @param refusal why a device cannot await another between two passes; then the host does
     */
    DirectTransform(
            DealtShape dealt,
            long pieceBytes,
            long chunkBytes,
            BiFunction<Session, Session, Optional<String>> refusal) {
        this.sessions = dealt.sessions();
        ExchangeTiles tiles = ExchangeTiles.of(dealt, pieceBytes, dealt::takesShares);
        this.memory =
                new ExchangeMemory(sessions, dealt.type(), tiles, dealt.crossings(chunkBytes < WHOLE), pieceBytes);
        this.meetsBetween = dealt.transformsBetween();
        owned.add(memory::close);
        try {
            this.meeting = new PeerMeeting(sessions, refusal);
            owned.add(meeting::close);
            for (int device = 0; device < sessions.size(); device++) {
                DirectPart part = new DirectPart(dealt, new ExchangeTables(tiles, memory, device), device, chunkBytes);
                parts.add(part);
                owned.add(part::close);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void forward(SharedArray in, SharedArray out, SharedRun run) {
        meeting.run(() -> {
            each(run, in, DirectPart::give);
            meeting.enqueue();
            if (meetsBetween) {
                each(run, in, (part, array) -> part.between());
                meeting.enqueue();
            }
            each(run, out, DirectPart::gather);
        });
    }

    @Override
    public void inverse(SharedArray in, SharedArray out, SharedRun run) {
        meeting.run(() -> {
            each(run, in, DirectPart::scatter);
            meeting.enqueue();
            if (meetsBetween) {
                each(run, in, (part, array) -> part.betweenBack());
                meeting.enqueue();
            }
            each(run, out, DirectPart::take);
        });
    }

    private void each(SharedRun run, SharedArray array, BiFunction<DirectPart, DeviceArray, List<Event>> what) {
        for (int i = 0; i < parts.size(); i++) {
            int device = i;
            run.note(
                    device,
                    sessions.get(device)
                            .naming(() -> what.apply(
                                    parts.get(device), array.part(device).orElseThrow())));
        }
    }

    @Override
    public List<PassStep> passes(int device) {
        return parts.get(device).passes();
    }

    /** Launches of a device by each way. */
    int launches(int device) {
        return parts.get(device).launches();
    }

    @Override
    public boolean hidesExchange() {
        return true;
    }

    @Override
    public void close() {
        Collections.reverse(owned);
        owned.forEach(Runnable::run);
        owned.clear();
    }
}
