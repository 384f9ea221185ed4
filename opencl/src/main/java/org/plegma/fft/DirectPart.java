package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
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
    private final List<DeviceArray> shares = new ArrayList<>();
    /** Where this device's share of each row is. */
    private final DeviceArray places;

    private final List<Runnable> owned = new ArrayList<>();

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
        int[] part = dealt.shape().clone();
        part[0] = launchRows;
        try {
            this.work = new Workspace(session, type, compiler, all);
            owned.add(work::close);
            this.giving = steps(type, give, compiler);
            this.gathering = steps(type, gather, compiler);
            this.scattering = steps(type, scatter, compiler);
            this.taking = steps(type, take, compiler);
            if (part.length > 2) {
                Fft axes = fft.axes(part.length - 2);
                this.behind = dealt.real() ? axes.planReal(type, part) : axes.plan(type, part);
                owned.add(behind::close);
                this.between = session.allocate(type, behind.spectrumShape());
                owned.add(between::close);
            } else {
                this.behind = null;
                this.between = null;
            }
            int rows = points[0] / devices;
            long[] toThis = new long[points[0]];
            for (int row = 0; row < points[0]; row++) {
                toThis[row] = memory.address(device, row / rows, device, row % rows);
            }
            this.places = table(toThis);
            for (int first = 0; first < rows; first += launchRows) {
                long[] toAll = new long[launchRows * devices];
                for (int i = 0; i < toAll.length; i++) {
                    toAll[i] = memory.address(device, device, i % devices, first + i / devices);
                }
                shares.add(table(toAll));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Steps steps(ElementType type, List<PassStep> passes, PassCompiler compiler) {
        Steps steps = new Steps(session, type, passes, compiler, work);
        owned.add(steps::close);
        return steps;
    }

    private DeviceArray table(long... addresses) {
        DeviceArray table = session.upload(addresses);
        owned.add(table::close);
        return table;
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
        run(giving, lines, shares.get(launch));
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
            run(taking, shares.get(launch), rows);
        } else {
            run(taking, shares.get(launch), between);
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
        Collections.reverse(owned);
        owned.forEach(Runnable::run);
        owned.clear();
    }
}
