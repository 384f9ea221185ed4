package org.plegma.convolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.plegma.array.ElementType;
import org.plegma.convolve.StripPlan.Strip;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.Span;
import org.plegma.measure.Progress;

/**
 * Sends strips through the device. A strip is read to pinned memory, copied to a window on the device, computed, copied
 * back, and written. Each of the five has its own thread or queue, so that as many strips are worked on at once.
 *
 * <p>The rows that two neighbouring strips both need are copied from window to window, so that each row of the image goes to
 * the device once.
 */
final class StripPipeline implements AutoCloseable {
    private final Session session;
    private final StripPlan plan;
    private final Function<Window, Executable> compiler;
    private final StripReader reader;
    private final StreamPinned pinnedOut;
    private final boolean overlap;
    private final long rowBytes;
    private final long outRowBytes;
    private final int rowLength;
    private final int outRowLength;
    private final List<HostBuffer> staged = new ArrayList<>();
    private final List<HostBuffer> results = new ArrayList<>();
    private final List<DeviceArray> windows = new ArrayList<>();
    private final List<DeviceArray> outputs = new ArrayList<>();
    private final ExecutorService reading = Executors.newSingleThreadExecutor(task -> new Thread(task, "strip-reader"));
    private final ExecutorService writing = Executors.newSingleThreadExecutor(task -> new Thread(task, "strip-writer"));
    private final List<Span> hostSpans = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final long memoryBefore;
    private final Map<List<Integer>, Executable> executables = new HashMap<>();
    private long deviceBytes;

    /** The steps of one strip. */
    private static final class Job {
        private final Strip strip;
        private Future<?> read;
        private Future<?> written;
        private Event kept;
        private volatile Event uploaded;
        private Event computed;
        private Event downloaded;

        Job(Strip strip) {
            this.strip = strip;
        }
    }

    /**
     * @param compiler makes what computes a window
     * @param pinnedOut where results go at once; null if they are handed to an output
     * @param overlap whether strips are worked on at once; if not, each step waits for the one before
     */
    StripPipeline(
            Session session,
            StripPlan plan,
            ElementType type,
            Function<Window, Executable> compiler,
            StreamSource source,
            StreamPinned pinnedOut,
            boolean overlap) {
        this.session = session;
        this.plan = plan;
        this.compiler = compiler;
        this.reader = new StripReader(source, plan.window().boundary());
        this.pinnedOut = pinnedOut;
        this.overlap = overlap;
        int bytes = type.bytes();
        this.rowBytes = StripPlan.rowBytes(plan.window().image(), plan.axis(), bytes);
        this.outRowBytes = StripPlan.rowBytes(plan.window().out(), plan.axis(), bytes);
        this.rowLength = Math.toIntExact(rowBytes / bytes);
        this.outRowLength = Math.toIntExact(outRowBytes / bytes);
        this.memoryBefore = session.memoryInUse();
        try {
            for (int i = 0; i < plan.buffers(); i++) {
                if (!(source instanceof StreamPinned)) {
                    staged.add(session.pinned(type, (long) plan.mostInRows() * rowLength));
                }
                if (pinnedOut == null) {
                    results.add(session.pinned(type, (long) plan.rows() * outRowLength));
                }
                windows.add(session.allocate(type, plan.mostInRows(), rowLength).named("window " + i));
                outputs.add(session.allocate(type, plan.rows(), outRowLength).named("strip " + i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Bytes of pinned memory. */
    long hostBytes() {
        return staged.stream().mapToLong(HostBuffer::byteLength).sum()
                + results.stream().mapToLong(HostBuffer::byteLength).sum();
    }

    /** The most device memory that was in use. */
    long deviceBytes() {
        return deviceBytes;
    }

    /** What ran when, on device and host. */
    List<Span> spans() {
        List<Span> all = new ArrayList<>(hostSpans);
        events.forEach(event -> all.add(event.span()));
        return all;
    }

    /**
     * Computes all rows of the result from one on.
     *
     * @throws CancellationException if interrupted; strips that are then on their way are written before it is thrown
     */
    void run(int firstRow, StreamSink.Output output, Progress progress) throws IOException {
        int strips = plan.strips(firstRow);
        List<Job> jobs = new ArrayList<>();
        int done = 0;
        try {
            for (int k = 0; k < strips; k++) {
                while (jobs.size() < Math.min(strips, overlap ? k + plan.buffers() : k + 1)) {
                    startReading(jobs, firstRow);
                }
                Job job = jobs.get(k);
                if (k >= plan.buffers() && !results.isEmpty()) {
                    await(jobs.get(k - plan.buffers()).written);
                }
                if (job.read != null) {
                    await(job.read);
                }
                compute(jobs, k);
                int index = k;
                job.written = writing.submit(() -> write(output, job, index));
                if (!overlap) {
                    await(job.written);
                }
                for (; done < k && jobs.get(done).written.isDone(); done++) {
                    progress.step(jobs.get(done).strip.outRows());
                }
            }
            for (; done < strips; done++) {
                await(jobs.get(done).written);
                progress.step(jobs.get(done).strip.outRows());
            }
        } catch (InterruptedException e) {
            throw new CancellationException("Interrupted after " + done + " of " + strips + " strips.");
        }
    }

    private void startReading(List<Job> jobs, int firstRow) {
        int k = jobs.size();
        Job job = new Job(plan.strip(firstRow, k));
        int from = uploadFrom(jobs, k, job.strip);
        Job before = k < plan.buffers() ? null : jobs.get(k - plan.buffers());
        jobs.add(job);
        if (staged.isEmpty()) {
            return;
        }
        job.read = reading.submit(() -> {
            if (before != null && before.uploaded != null) {
                before.uploaded.await();
            }
            long start = System.nanoTime();
            reader.stage(from, job.strip.end(), staged.get(k % staged.size()).bytes());
            note("read", Span.Kind.COPY_IN, start, (job.strip.end() - from) * rowBytes);
            return null;
        });
    }

    /** The first row that is not in the window of the strip before. */
    private static int uploadFrom(List<Job> jobs, int k, Strip strip) {
        return k == 0
                ? strip.first()
                : Math.max(strip.first(), jobs.get(k - 1).strip.end());
    }

    /** Enqueues all that the device does for a strip. */
    private void compute(List<Job> jobs, int k) {
        Job job = jobs.get(k);
        Strip strip = job.strip;
        Job earlier = k < plan.buffers() ? null : jobs.get(k - plan.buffers());
        Queue up = session.upload();
        Queue down = session.download();
        DeviceArray window = windows.get(k % windows.size());
        DeviceArray result = outputs.get(k % outputs.size());
        if (earlier != null) {
            up.waitFor(earlier.computed);
            // Its window also gave rows to the next.
            Event kept = jobs.get(k - plan.buffers() + 1).kept;
            if (kept != null) {
                up.waitFor(kept);
            }
        }
        int from = uploadFrom(jobs, k, strip);
        if (from > strip.first()) {
            // Not between uploads, which follow each other without a gap.
            int before = strip.first() - jobs.get(k - 1).strip.first();
            long kept = (long) (from - strip.first()) * rowLength;
            job.kept = windows.get((k - 1) % windows.size())
                    .copyAsync(session.compute(), (long) before * rowLength, window, 0, kept);
            events.add(job.kept);
        }
        HostBuffer buffer = staged.isEmpty() ? null : staged.get(k % staged.size());
        List<Event> uploads = reader.upload(up, from, strip.end(), buffer, window, from - strip.first());
        events.addAll(uploads);
        job.uploaded = uploads.isEmpty() ? job.kept : uploads.get(uploads.size() - 1);
        up.flush();
        awaitUnlessOverlapped(job.uploaded);
        session.compute().waitFor(job.uploaded);
        if (earlier != null) {
            session.compute().waitFor(earlier.downloaded);
        }
        List<Event> launches = executable(k == 0 ? null : jobs.get(k - 1), plan.window(strip))
                .launch(session.compute(), window, result);
        events.addAll(launches);
        job.computed = launches.get(launches.size() - 1);
        session.compute().flush();
        awaitUnlessOverlapped(job.computed);
        deviceBytes = Math.max(deviceBytes, session.memoryInUse() - memoryBefore);
        down.waitFor(job.computed);
        job.downloaded = download(down, k, strip, result);
        down.flush();
    }

    private void awaitUnlessOverlapped(Event event) {
        if (!overlap) {
            event.await();
        }
    }

    private Event download(Queue down, int k, Strip strip, DeviceArray result) {
        if (pinnedOut == null) {
            events.add(result.downloadAsync(
                    down, results.get(k % results.size()), 0, 0, (long) strip.outRows() * outRowLength));
        } else {
            for (StreamPinned.Piece piece : pinnedOut.pieces(strip.out(), strip.outRows())) {
                events.add(result.downloadAsync(
                        down,
                        piece.buffer(),
                        piece.offset(),
                        (long) (piece.row() - strip.out()) * outRowLength,
                        (long) piece.rows() * outRowLength));
            }
        }
        return events.get(events.size() - 1);
    }

    /** Strips of equal windows share what computes them; there are few kinds, but device memory for one only. */
    private Executable executable(Job before, Window window) {
        int axis = plan.axis();
        List<Integer> kind = List.of(window.image()[axis], window.out()[axis], window.shift()[axis]);
        boolean full = executables.values().stream().anyMatch(known -> known.bytes() > 0);
        if (full && !executables.containsKey(kind)) {
            before.computed.await();
            closeExecutables();
        }
        return executables.computeIfAbsent(kind, k -> compiler.apply(window));
    }

    private void closeExecutables() {
        executables.values().forEach(Executable::close);
        executables.clear();
    }

    private Void write(StreamSink.Output output, Job job, int k) throws IOException {
        job.downloaded.await();
        if (pinnedOut == null) {
            long start = System.nanoTime();
            Strip strip = job.strip;
            int bytes = Math.toIntExact(strip.outRows() * outRowBytes);
            output.write(
                    strip.out(),
                    strip.outRows(),
                    results.get(k % results.size()).bytes().limit(bytes));
            note("write", Span.Kind.COPY_OUT, start, bytes);
        }
        return null;
    }

    private void note(String queue, Span.Kind kind, long start, long bytes) {
        Span span = new Span(0, queue, queue, kind, start, System.nanoTime(), bytes);
        synchronized (hostSpans) {
            hostSpans.add(span);
        }
    }

    private static void await(Future<?> future) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UncheckedIOException unchecked) {
                throw unchecked.getCause();
            }
            if (cause instanceof IOException io) {
                throw io;
            }
            if (cause instanceof RuntimeException runtime) {
                throw runtime;
            }
            throw (Error) cause;
        }
    }

    /** Lets strips that are on their way end, and gives the memory back. */
    @Override
    public void close() {
        reading.shutdown();
        writing.shutdown();
        boolean interrupted = awaitEnd(reading) | awaitEnd(writing);
        staged.forEach(HostBuffer::close);
        results.forEach(HostBuffer::close);
        windows.forEach(DeviceArray::close);
        outputs.forEach(DeviceArray::close);
        closeExecutables();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean awaitEnd(ExecutorService threads) {
        boolean interrupted = false;
        while (true) {
            try {
                if (threads.awaitTermination(1, TimeUnit.MINUTES)) {
                    return interrupted;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
