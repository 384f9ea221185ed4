package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.Trial;

/** Copies both ways at once, of an equal part of the image on each device. */
final class BothWays implements Trial {
    private final List<Copies> all = new ArrayList<>();

    BothWays(List<Session> sessions, int side) {
        for (Session session : sessions) {
            for (boolean up : new boolean[] {true, false}) {
                all.add(new Copies(session, side / sessions.size(), side, up));
            }
        }
    }

    @Override
    public List<Event> run() {
        for (int piece = 0; piece < Copies.PIECES; piece++) {
            for (Copies copies : all) {
                copies.enqueue(piece);
            }
        }
        all.forEach(copies -> copies.queue().finish());
        return List.of();
    }

    @Override
    public double error() {
        return all.stream().mapToDouble(Copies::error).max().orElseThrow();
    }

    @Override
    public void close() {
        all.forEach(Copies::close);
    }
}
