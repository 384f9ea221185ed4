package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.pass.Layout;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Steps;
import org.plegma.fft.pass.Workspace;

/** What one device does in a {@link DirectTransform}; all of it in its queue for computing. */
final class DirectPart implements AutoCloseable {
    private final Session session;
    /** Along the axes behind the second; null if there are none. */
    private final @Nullable FftPlan behind;
    /** Between these and the second axis. */
    private final @Nullable DeviceArray between;

    private final Workspace work;
    private final Steps giving;
    private final Steps gathering;
    private final Steps scattering;
    private final Steps taking;
    /** For each launch where the shares of its rows are. */
    private final DeviceArray shares;

    private final List<DeviceArray> sharesOf = new ArrayList<>();
    /** Where this device's share of each row is. */
    private final DeviceArray places;

    DirectPart(DealtShape dealt, ExchangeMemory memory, int device, int launchRows) {
        Fft fft = dealt.each().get(device);
        this.session = fft.session();
        ElementType type = dealt.type();
        int devices = dealt.each().size();
        int[] points = dealt.points();
        PassCompiler compiler = new PassCompiler(session, type, fft.code());
        int width = points[1] / devices;
        long inner = dealt.share() / width;
        IntFunction<Layout> toShares = apart -> Layout.sharesByAddress(devices, width, inner, apart);
        IntFunction<Layout> toPlaces = apart -> Layout.placesByAddress(dealt.share(), apart);
        List<PassStep> give = passes(compiler, points[1], launchRows, inner, toShares, false, false);
        List<PassStep> gather = passes(compiler, points[0], 1, dealt.share(), toPlaces, true, false);
        List<PassStep> scatter = passes(compiler, points[0], 1, dealt.share(), toPlaces, false, true);
        List<PassStep> take = passes(compiler, points[1], launchRows, inner, toShares, true, true);
        List<PassStep> all = new ArrayList<>();
        List.of(give, gather, scatter, take).forEach(all::addAll);
        this.work = new Workspace(session, type, compiler, all);
        this.giving = new Steps(session, type, give, compiler, work);
        this.gathering = new Steps(session, type, gather, compiler, work);
        this.scattering = new Steps(session, type, scatter, compiler, work);
        this.taking = new Steps(session, type, take, compiler, work);
        int[] part = dealt.shape().clone();
        part[0] = launchRows;
        if (part.length > 2) {
            Fft axes = fft.axes(part.length - 2);
            this.behind = dealt.real() ? axes.planReal(type, part) : axes.plan(type, part);
            this.between = session.allocate(type, behind.spectrumShape());
        } else {
            this.behind = null;
            this.between = null;
        }
        int rows = points[0] / devices;
        int aligned = (int) Math.max(1, session.device().baseAlignmentBytes() / Long.BYTES);
        int pitch = (launchRows * devices + aligned - 1) / aligned * aligned;
        long[] toAll = new long[rows / launchRows * pitch];
        long[] toThis = new long[points[0]];
        for (int row = 0; row < rows; row++) {
            for (int other = 0; other < devices; other++) {
                toAll[row / launchRows * pitch + row % launchRows * devices + other] =
                        memory.address(device, device, other, row);
                toThis[other * rows + row] = memory.address(device, other, device, row);
            }
        }
        this.shares = session.upload(toAll);
        for (int launch = 0; launch < rows / launchRows; launch++) {
            sharesOf.add(shares.view((long) launch * pitch, pitch));
        }
        this.places = session.upload(toThis);
    }

    private static List<PassStep> passes(
            PassCompiler compiler,
            int n,
            int blocks,
            long inner,
            IntFunction<Layout> byAddress,
            boolean reads,
            boolean inverse) {
        Planner planner = new Planner(compiler.limits());
        planner.byAddress(n, blocks, inner, byAddress, reads, inverse, inverse ? 1.0 / n : 1);
        return planner.steps();
    }

    /** Rows of a launch: their spectra along all axes but the first go to the exchange. */
    void give(int launch, DeviceArray rows) {
        DeviceArray lines = rows;
        if (behind != null && between != null) {
            behind.forward(rows, between);
            lines = between;
        }
        run(giving, lines, sharesOf.get(launch));
    }

    /** The spectrum of this device's columns, from the exchange. */
    void gather(DeviceArray columns) {
        run(gathering, places, columns);
    }

    /** Columns back along the first axis, to the exchange. */
    void scatter(DeviceArray columns) {
        run(scattering, columns, places);
    }

    /** Rows of a launch back along all axes but the first, from the exchange. */
    void take(int launch, DeviceArray rows) {
        if (behind == null || between == null) {
            run(taking, sharesOf.get(launch), rows);
        } else {
            run(taking, sharesOf.get(launch), between);
            behind.inverse(between, rows);
            session.compute().flush();
        }
    }

    private void run(Steps steps, DeviceArray in, DeviceArray out) {
        steps.run(session.compute(), slot -> slot == Slot.IN ? in : slot == Slot.OUT ? out : work.array(slot));
        session.compute().flush();
    }

    @Override
    public void close() {
        List.of(giving, gathering, scattering, taking).forEach(Steps::close);
        if (behind != null) {
            behind.close();
        }
        if (between != null) {
            between.close();
        }
        sharesOf.forEach(DeviceArray::close);
        shares.close();
        places.close();
        work.close();
    }
}
