package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.shared.PieceMemory;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Slot;
import org.plegma.fft.pass.Steps;
import org.plegma.fft.pass.Workspace;

/** What one device does in a {@link DirectTransform}. */
final class DirectPart implements AutoCloseable {
    private final Session session;
    private final PieceShape cut;
    /** Along the axes behind the second; null if there are none. */
    private final @Nullable FftPlan behind;
    /** Between the passes of a launch on rows; two, as two launches run at a time. Empty without axes behind the second. */
    private final List<DeviceArray> between = new ArrayList<>();

    private final Workspace work;
    private final Steps giving;
    private final Steps gathering;
    private final Steps scattering;
    private final Steps taking;
    private final List<DeviceArray> tables = new ArrayList<>();
    /** Where each launch's results go, and where it reads what came. */
    private final List<DeviceArray> given = new ArrayList<>();

    private final List<DeviceArray> taken = new ArrayList<>();
    private final DeviceArray gathered;
    private final DeviceArray scattered;

    DirectPart(DealtShape dealt, PieceShape cut, PieceMemory memory, int device) {
        this.cut = cut;
        Fft fft = dealt.each().get(device);
        this.session = fft.session();
        ElementType type = dealt.type();
        int[] points = dealt.points();
        PassCompiler compiler = new PassCompiler(session, type, fft.code());
        long column = cut.columns() * cut.inner();
        int rows = cut.launchRows();
        List<PassStep> give =
                steps(compiler, planner -> planner.toPieces(points[1], rows, cut.inner(), cut.columns(), false, 1));
        List<PassStep> gather =
                steps(compiler, planner -> planner.fromPieces(points[0], 1, column, cut.pieceRows(), false, 1));
        List<PassStep> scatter = steps(
                compiler, planner -> planner.toPieces(points[0], 1, column, cut.pieceRows(), true, 1.0 / points[0]));
        List<PassStep> take = steps(
                compiler,
                planner -> planner.fromPieces(points[1], rows, cut.inner(), cut.columns(), true, 1.0 / points[1]));
        List<PassStep> all = new ArrayList<>();
        List.of(give, gather, scatter, take).forEach(all::addAll);
        this.work = new Workspace(session, type, compiler, all);
        int[] part = dealt.shape().clone();
        part[0] = rows;
        Fft axes = part.length == 2 ? fft : fft.axes(part.length - 2);
        this.behind = part.length == 2 ? null : dealt.real() ? axes.planReal(type, part) : axes.plan(type, part);
        this.giving = new Steps(session, type, give, compiler, work);
        this.gathering = new Steps(session, type, gather, compiler, work);
        this.scattering = new Steps(session, type, scatter, compiler, work);
        this.taking = new Steps(session, type, take, compiler, work);
        if (behind != null) {
            between.add(session.allocate(type, behind.spectrumShape()));
            between.add(session.allocate(type, behind.spectrumShape()));
        }
        long bytes = 2L * type.bytes();
        launches(given, (other, row) -> memory.address(device, other, cut.piece(device, row)) + cut.start(row) * bytes);
        launches(taken, (other, row) -> memory.address(device, device, cut.piece(other, row)) + cut.start(row) * bytes);
        this.gathered = pieces(piece -> memory.address(device, device, piece));
        int each = cut.pieces() / cut.devices();
        this.scattered = pieces(piece -> memory.address(device, piece / each, device * each + piece % each));
    }

    private static List<PassStep> steps(PassCompiler compiler, Consumer<Planner> passes) {
        Planner planner = new Planner(compiler.limits());
        passes.accept(planner);
        return planner.steps();
    }

    private interface Address {
        /** Of this device's row as another device has it. */
        long of(int other, int row);
    }

    /** A table for each launch, in one array. */
    private void launches(List<DeviceArray> views, Address address) {
        int aligned = (int) Math.max(1, session.device().baseAlignmentBytes() / Long.BYTES);
        int width = (cut.devices() + aligned - 1) / aligned * aligned;
        long[] all = new long[cut.launches() * width];
        for (int launch = 0; launch < cut.launches(); launch++) {
            for (int other = 0; other < cut.devices(); other++) {
                all[launch * width + other] = address.of(other, launch * cut.launchRows());
            }
        }
        DeviceArray table = table(all);
        for (int launch = 0; launch < cut.launches(); launch++) {
            views.add(table.view((long) launch * width, width));
        }
    }

    private DeviceArray pieces(IntToLongFunction address) {
        long[] all = new long[cut.pieces()];
        Arrays.setAll(all, address);
        return table(all);
    }

    private DeviceArray table(long... addresses) {
        DeviceArray table = session.upload(addresses);
        tables.add(table);
        return table;
    }

    /** A launch on rows of the values: their spectra along all axes but the first go to the devices that have the columns. */
    Event give(int launch, DeviceArray rows, @Nullable Event before) {
        DeviceArray lines = rows;
        if (behind != null) {
            lines = between.get(launch % 2);
            waitFor(session.compute(), before);
            waitFor(exchange(), behind.forward(rows, lines));
        }
        return run(giving, exchange(), lines, given.get(launch));
    }

    /** The spectrum of all that came. */
    void gather(DeviceArray out) {
        run(gathering, session.compute(), gathered, out);
    }

    /** The other way round: this device's columns, transformed back, go to the devices that have the rows. */
    void scatter(DeviceArray in) {
        run(scattering, session.compute(), in, scattered);
    }

    /** A launch on rows that came. */
    Event take(int launch, DeviceArray rows, @Nullable Event before) {
        if (behind == null) {
            return run(taking, exchange(), taken.get(launch), rows);
        }
        DeviceArray lines = between.get(launch % 2);
        waitFor(exchange(), before);
        waitFor(session.compute(), run(taking, exchange(), taken.get(launch), lines));
        Event done = behind.inverse(lines, rows);
        session.compute().flush();
        return done;
    }

    private Queue exchange() {
        return session.download();
    }

    private static void waitFor(Queue queue, @Nullable Event event) {
        if (event != null) {
            queue.waitFor(event);
        }
    }

    private Event run(Steps steps, Queue queue, DeviceArray in, DeviceArray out) {
        Event last = steps.run(queue, slot -> slot == Slot.IN ? in : slot == Slot.OUT ? out : work.array(slot));
        queue.flush();
        return last;
    }

    @Override
    public void close() {
        List.of(giving, gathering, scattering, taking).forEach(Steps::close);
        if (behind != null) {
            behind.close();
        }
        between.forEach(DeviceArray::close);
        tables.forEach(DeviceArray::close);
        work.close();
    }
}
