package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    /** Along the axes behind the second, before it; null if there are none, or if they come after it. */
    private final @Nullable FftPlan behind;
    /** Between these and the second axis. */
    private final @Nullable DeviceArray lines;

    private final Workspace work;
    private final Steps giving;
    private final Steps gathering;
    private final Steps scattering;
    private final Steps taking;
    /** Along the third axis, between the second and the first; null if it comes before. */
    private final @Nullable Steps between;

    private final @Nullable Steps betweenBack;
    /** Where the tiles of rows and of columns are. */
    private final DeviceArray rows;

    private final DeviceArray columnsRead;
    private final DeviceArray columnsWritten;
    /** Where lines between are, as the second and as the first axis have them; null as {@link #between} is. */
    private final @Nullable DeviceArray betweenOfRows;

    private final @Nullable DeviceArray betweenOfColumns;

    private final List<Runnable> owned = new ArrayList<>();

    DirectPart(DealtShape dealt, ExchangeTables tables, int device) {
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
            this.giving = steps(type, give, compiler);
            this.taking = steps(type, take, compiler);
            this.gathering = steps(type, gather, compiler);
            this.scattering = steps(type, scatter, compiler);
            this.between = hasBetween ? steps(type, there, compiler) : null;
            this.betweenBack = hasBetween ? steps(type, back, compiler) : null;
            this.betweenOfRows = hasBetween ? table(tables.between(true)) : null;
            this.betweenOfColumns = hasBetween ? table(tables.between(false)) : null;
            if (dealt.transformsBehind()) {
                int[] part = dealt.shape().clone();
                part[0] = rowCount;
                Fft axes = fft.axes(part.length - 2);
                this.behind = dealt.real() ? axes.planReal(type, part) : axes.plan(type, part);
                owned.add(behind::close);
                this.lines = session.allocate(type, behind.spectrumShape());
                owned.add(lines::close);
            } else {
                this.behind = null;
                this.lines = null;
            }
            this.rows = table(tables.rows());
            this.columnsRead = table(tables.columns(readApart));
            this.columnsWritten = table(tables.columns(writtenApart));
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

    /** The spectra of this device's rows along all axes that come before, to the exchange. */
    void give(DeviceArray in) {
        DeviceArray from = in;
        if (behind != null && lines != null) {
            behind.forward(in, lines);
            from = lines;
        }
        run(giving, from, rows);
    }

    /** Along the axis between, in the exchange. */
    void between() {
        run(between, betweenOfRows, betweenOfColumns);
    }

    /** The spectrum of this device's columns, from the exchange. */
    void gather(DeviceArray out) {
        run(gathering, columnsRead, out);
    }

    /** Columns back along the first axis, to the exchange. */
    void scatter(DeviceArray in) {
        run(scattering, in, columnsWritten);
    }

    /** Back along the axis between. */
    void betweenBack() {
        run(betweenBack, betweenOfColumns, betweenOfRows);
    }

    /** Rows back along the axes that are left, from the exchange. */
    void take(DeviceArray out) {
        if (behind == null || lines == null) {
            run(taking, rows, out);
        } else {
            run(taking, rows, lines);
            behind.inverse(lines, out);
            session.compute().flush();
        }
    }

    private void run(@Nullable Steps steps, @Nullable DeviceArray in, @Nullable DeviceArray out) {
        if (steps == null || in == null || out == null) {
            return; // no axis between
        }
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
