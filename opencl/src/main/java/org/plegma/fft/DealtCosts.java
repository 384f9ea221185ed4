package org.plegma.fft;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.fft.pass.PassStep;
import org.plegma.measure.waiting.SharedRun;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.tune.choice.DeviceFigures;
import org.plegma.tune.choice.LinkRates;
import org.plegma.tune.store.TuningStore;

/**
 * How long the devices of a transform should wait for each other: passes by memory and arithmetic of each device, blocks by what an
 * exchange costs two devices. Forward and back, as much is computed and exchanged.
 */
final class DealtCosts {
    private final DealtShape dealt;
    private final List<Session> sessions;

    DealtCosts(DealtShape dealt) {
        this.dealt = dealt;
        this.sessions = dealt.sessions();
    }

    /** @param last what was done last, if there was anything */
    WaitingShares explained(String title, DealtTransform transform, @Nullable SharedRun last) {
        double[] computing = IntStream.range(0, sessions.size())
                .mapToDouble(device -> computing(device, transform.passes(device)))
                .toArray();
        double[] exchanging = new double[computing.length];
        TuningStore store = TuningStore.open();
        for (int device = 0; device < exchanging.length; device++) {
            double seconds = exchanging(device, store);
            exchanging[device] = transform.hidesExchange() ? Math.max(0, seconds - computing[device]) : seconds;
        }
        return WaitingShares.of(
                title,
                sessions.stream().map(Session::device).toList(),
                this::part,
                computing,
                exchanging,
                device -> last == null ? OptionalDouble.empty() : last.waited(device));
    }

    private double computing(int device, List<PassStep> passes) {
        DeviceFigures figures = DeviceFigures.of(sessions.get(device).device());
        TransformWork work = TransformWork.of(dealt.type(), passes);
        double flops = dealt.type() == ElementType.DOUBLE ? figures.doubleFlops() : figures.flops();
        return passes.size() * figures.launchSeconds()
                + Math.max(work.bytes() / figures.bytesPerSecond(), work.operations() / flops);
    }

    /** What a device gives to the others and takes from them, one after another. */
    private double exchanging(int device, TuningStore store) {
        int[] columns = dealt.columns();
        if (columns == null) {
            return 0;
        }
        double seconds = 0;
        for (int other = 0; other < sessions.size(); other++) {
            double values = Math.max(
                    (double) count(dealt.rows(), device) * count(columns, other),
                    (double) count(dealt.rows(), other) * count(columns, device));
            if (other != device && values > 0) {
                Session one = sessions.get(device);
                Session two = sessions.get(other);
                boolean byDevices = PeerMemory.refusal(List.of(one, two)).isEmpty();
                double bytes =
                        values * 2 * dealt.type().bytes() * Planner.count(dealt.points(), 2, dealt.points().length);
                seconds += LinkRates.of(one, two, byDevices, store).seconds(bytes);
            }
        }
        return seconds;
    }

    private String part(int device) {
        int[] columns = dealt.columns();
        int rows = count(dealt.rows(), device);
        return columns == null ? rows + " transforms" : rows + " rows, " + count(columns, device) + " columns";
    }

    private static int count(int[] ends, int device) {
        return ends[device] - (device == 0 ? 0 : ends[device - 1]);
    }
}
