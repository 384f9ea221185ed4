package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.fft.pass.AlternatingSteps;
import org.plegma.fft.pass.Layout;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassRun;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Steps;
import org.plegma.fft.pass.Workspace;

/** What one device does in a {@link DirectTransform}; all of it in its queue for computing. */
final class DirectPart implements AutoCloseable {
    private static final int MOST_CHUNKS = 8;

    private final Session session;
    /** Of the first of two passes that alternate: a chunk of so many bytes takes as long as some launches. */
    private final long chunkBytes;
    /** Null if there are no axes behind the second, or if the third is transformed after it. */
    private final @Nullable Behind behind;

    private final Workspace work;
    private final PassRun giving;
    private final PassRun gathering;
    private final PassRun scattering;
    private final PassRun taking;
    /** Null if the third axis is not transformed between the second and the first. */
    private final @Nullable Between between;

    /** Where the tiles of rows and of columns are. */
    private final DeviceArray rows;

    private final DeviceArray columnsRead;
    private final DeviceArray columnsWritten;
    private final List<Runnable> owned = new ArrayList<>();

    /** Along the axes behind the second, whose results wait in lines. */
    private record Behind(FftPlan plan, DeviceArray lines) {}

    /** Along the third axis, there and back, and where its lines are before and after. */
    private record Between(
            PassRun there,
            PassRun back,
            DeviceArray thereFrom,
            DeviceArray thereTo,
            DeviceArray backFrom,
            DeviceArray backTo) {}

    DirectPart(DealtShape dealt, ExchangeTables tables, int device, long chunkBytes) {
        this.chunkBytes = chunkBytes;
        Fft fft = dealt.each().get(device);
        this.session = fft.session();
        ElementType type = dealt.type();
        int[] points = dealt.points();
        long share = dealt.share();
        int rowCount = points[0] / dealt.each().size();
        long inner = Planner.count(points, 2, points.length);
        PassCompiler compiler = new PassCompiler(session, type, fft.code());
        Planner planner = new Planner(compiler.limits());
        int readApart = planner.apartByAddress(points[0], share, true);
        int writtenApart = planner.apartByAddress(points[0], share, false);
        List<PassStep> give = rowPasses(compiler, points[1], rowCount, inner, tables, false);
        List<PassStep> take = rowPasses(compiler, points[1], rowCount, inner, tables, true);
        List<PassStep> gather = columnPasses(compiler, points[0], share, tables.columnsLayout(readApart), true);
        List<PassStep> scatter = columnPasses(compiler, points[0], share, tables.columnsLayout(writtenApart), false);
        List<PassStep> all = new ArrayList<>();
        List.of(give, take, gather, scatter).forEach(all::addAll);
        boolean hasBetween = dealt.transformsBetween();
        List<PassStep> there = hasBetween ? betweenPass(compiler, inner, tables, false) : List.of();
        List<PassStep> back = hasBetween ? betweenPass(compiler, inner, tables, true) : List.of();
        all.addAll(there);
        all.addAll(back);
        try {
            this.work = new Workspace(session, type, compiler, all);
            owned.add(work::close);
            this.giving = steps(type, give, inner, compiler);
            this.taking = steps(type, take, inner, compiler);
            this.gathering = steps(type, gather, share, compiler);
            this.scattering = steps(type, scatter, share, compiler);
            this.between = hasBetween
                    ? new Between(
                            steps(type, there, 1, compiler),
                            steps(type, back, 1, compiler),
                            table(tables.between(true, false)),
                            table(tables.between(false, false)),
                            table(tables.between(false, true)),
                            table(tables.between(true, true)))
                    : null;
            if (dealt.transformsBehind()) {
                int[] part = dealt.shape().clone();
                part[0] = rowCount;
                Fft axes = fft.axes(part.length - 2);
                FftPlan plan = dealt.real() ? axes.planReal(type, part) : axes.plan(type, part);
                owned.add(plan::close);
                plan.compiled();
                DeviceArray lines = session.allocate(type, plan.spectrumShape());
                owned.add(lines::close);
                this.behind = new Behind(plan, lines);
            } else {
                this.behind = null;
            }
            this.rows = table(tables.rows());
            this.columnsRead = table(tables.columns(readApart));
            this.columnsWritten = table(tables.columns(writtenApart));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Of two passes one meets the links, and the other memory alone: they alternate if they can. */
    private PassRun steps(ElementType type, List<PassStep> passes, long inner, PassCompiler compiler) {
        PassRun steps = AlternatingSteps.of(passes, inner, chunks(type, passes), compiler, work)
                .orElseGet(() -> new Steps(session, type, passes, compiler, work));
        owned.add(steps::close);
        return steps;
    }

    /** The square root, as the part that has nothing beside it falls with chunks, and the cost of launches rises. */
    private int chunks(ElementType type, List<PassStep> passes) {
        long bytes = 2L
                * type.bytes()
                * PassStep.passes(passes).get(0).n()
                * PassStep.passes(passes).get(0).lines();
        return Integer.highestOneBit((int) Math.min(MOST_CHUNKS, Math.sqrt((double) bytes / chunkBytes)));
    }

    private DeviceArray table(long... addresses) {
        DeviceArray table = session.upload(addresses);
        owned.add(table::close);
        return table;
    }

    private static List<PassStep> rowPasses(
            PassCompiler compiler, int n, int rows, long inner, ExchangeTables tables, boolean inverse) {
        Planner planner = new Planner(compiler.limits());
        Layout layout = tables.rowsLayout(planner.apartByAddress(n, inner, inverse));
        planner.byAddress(n, rows, inner, layout, inverse, inverse, inverse ? 1.0 / n : 1);
        return planner.steps();
    }

    private static List<PassStep> columnPasses(
            PassCompiler compiler, int n, long columns, Layout layout, boolean reads) {
        Planner planner = new Planner(compiler.limits());
        planner.byAddress(n, 1, columns, layout, reads, !reads, reads ? 1 : 1.0 / n);
        return planner.steps();
    }

    private static List<PassStep> betweenPass(PassCompiler compiler, long n, ExchangeTables tables, boolean inverse) {
        Planner planner = new Planner(compiler.limits());
        planner.runs((int) n, tables.betweenLines(), tables.betweenLayout(), inverse, inverse ? 1.0 / n : 1);
        return planner.steps();
    }

    /** What it computes forward. */
    List<PassStep> passes() {
        List<PassStep> all = new ArrayList<>(behind == null ? List.of() : behind.plan.passes());
        all.addAll(giving.steps());
        all.addAll(between == null ? List.of() : between.there.steps());
        all.addAll(gathering.steps());
        return all;
    }

    /** Forward, but for axes behind the second. */
    int launches() {
        return giving.launches() + (between == null ? 0 : between.there.launches()) + gathering.launches();
    }

    /** The spectra of this device's rows along all axes that come before, to the exchange. */
    List<Event> give(DeviceArray in) {
        if (behind == null) {
            return run(giving, in, rows);
        }
        List<Event> events = new ArrayList<>(behind.plan.launchForward(in, behind.lines));
        events.addAll(run(giving, behind.lines, rows));
        return events;
    }

    /** Along the axis between, if there is one, in the exchange. */
    List<Event> between() {
        return between == null ? List.of() : run(between.there, between.thereFrom, between.thereTo);
    }

    /** The spectrum of this device's columns, from the exchange. */
    List<Event> gather(DeviceArray out) {
        return run(gathering, columnsRead, out);
    }

    /** Columns back along the first axis, to the exchange. */
    List<Event> scatter(DeviceArray in) {
        return run(scattering, in, columnsWritten);
    }

    /** Back along the axis between. */
    List<Event> betweenBack() {
        return between == null ? List.of() : run(between.back, between.backFrom, between.backTo);
    }

    /** Rows back along the axes that are left, from the exchange. */
    List<Event> take(DeviceArray out) {
        if (behind == null) {
            return run(taking, rows, out);
        }
        List<Event> events = new ArrayList<>(run(taking, rows, behind.lines));
        events.addAll(behind.plan.launchInverse(behind.lines, out));
        session.compute().flush();
        return events;
    }

    private List<Event> run(PassRun steps, DeviceArray in, DeviceArray out) {
        List<Event> events = steps.launch(
                session.compute(), slot -> slot == Slot.IN ? in : slot == Slot.OUT ? out : work.array(slot));
        session.compute().flush();
        return events;
    }

    @Override
    public void close() {
        Collections.reverse(owned);
        owned.forEach(Runnable::run);
        owned.clear();
    }
}
