package org.plegma.convolve.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plegma.convolve.stream.StripLane.Job;
import org.plegma.convolve.stream.StripPlan.Strip;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Queue;
import org.plegma.device.timeline.Span;
import org.plegma.measure.progress.Progress;

/**
 * Sends strips through one or more devices, once. A strip is read to pinned memory, copied to a window on the device, computed, copied
 * back, and written. Each of the five has its own thread or queue, so that as many strips are worked on at once.
 *
 * <p>The rows that two neighbouring strips both need are copied from window to window, so that each row of the image goes to
 * the device once. Several devices take strips in turn, a fast one more of them: then such rows go to two devices. Strips are
 * read and written in their order.
 */
final class StripPipeline implements AutoCloseable {
    private final StripPlan plan;
    private final List<StripLane> lanes;
    private final StripReader reader;
    private final @Nullable StreamPinned pinnedOut;
    private final boolean overlap;
    private final boolean timed;
    private boolean summed;
    private final long rowBytes;
    private final long outRowBytes;
    private final int rowLength;
    private final int outRowLength;
    private final ExecutorService reading = thread("strip-reader");
    private final ExecutorService writing = thread("strip-writer");
    private final List<Span> spans = Collections.synchronizedList(new ArrayList<>());
    private final List<StreamReport.Strip> checksums = new ArrayList<>();
    private boolean whole;

    /**
     * @param pinnedOut where results go at once; null if they are handed to an output
     * @param overlap whether strips are worked on at once; if not, each step waits for the one before
     * @param timed whether there shall be spans
     * @param summed whether there shall be checksums also where the sink has no use for them
     */
    StripPipeline(
            StripPlan plan,
            List<StripMemory> memories,
            StreamSource source,
            @Nullable StreamPinned pinnedOut,
            boolean overlap,
            boolean timed,
            boolean summed) {
        this.plan = plan;
        this.lanes = memories.stream()
                .map(memory -> new StripLane(memory, plan.buffers(), timed))
                .toList();
        this.reader = new StripReader(source, plan.window().boundary());
        this.pinnedOut = pinnedOut;
        this.overlap = overlap;
        this.timed = timed;
        this.summed = summed;
        int bytes = source.type().bytes();
        this.rowBytes = StripPlan.rowBytes(plan.window().image(), plan.axis(), bytes);
        this.outRowBytes = StripPlan.rowBytes(plan.window().out(), plan.axis(), bytes);
        this.rowLength = Math.toIntExact(rowBytes / bytes);
        this.outRowLength = Math.toIntExact(outRowBytes / bytes);
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(task -> new Thread(task, name));
    }

    /** What ran when, on device and host; empty if times are not taken. */
    List<Span> spans() {
        return spans;
    }

    /** Of all strips, those that were finished before first; empty if times are not taken. */
    List<StreamReport.Strip> checksums() {
        return List.copyOf(checksums);
    }

    /**
     * Computes all rows of the result from one on.
     *
     * @throws CancellationException if interrupted; strips that are then on their way are written before it is thrown
     */
    void run(int firstRow, StreamSink.Output output, Progress progress) throws IOException {
        List<Strip> all = plan.strips(firstRow);
        lanes.forEach(lane -> lane.memory().prepare(all));
        int strips = all.size();
        List<Job> jobs = new ArrayList<>();
        int done = 0;
        summed |= output.takesChecksums();
        if (summed) {
            checksums.addAll(output.finished());
        }
        try {
            for (int k = 0; k < strips; k++) {
                Optional<StripLane> free = freeLane();
                while (free.isPresent() && jobs.size() < (overlap ? strips : k + 1)) {
                    jobs.add(startReading(free.get(), jobs.size(), all.get(jobs.size())));
                    free = freeLane();
                }
                Job job = jobs.get(k);
                Job earlier = job.earlier();
                if (earlier != null && job.lane.memory().isStagedOut()) {
                    await(earlier.written);
                }
                await(job.read);
                compute(job);
                job.written = writing.submit(() -> write(output, job));
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
            whole = true;
        } catch (InterruptedException | CancellationException e) {
            throw new CancellationException("Interrupted after " + done + " of " + strips + " strips.");
        }
    }

    /** The device with room for a strip that has the fewest on their way. */
    private Optional<StripLane> freeLane() {
        return lanes.stream().filter(StripLane::hasRoom).min(Comparator.comparingInt(StripLane::unwritten));
    }

    private Job startReading(StripLane lane, int index, Strip strip) {
        Job job = lane.add(index, strip);
        HostBuffer staged = lane.memory().staged(job.place);
        if (staged == null) {
            return job;
        }
        int from = job.uploadFrom();
        Job earlier = job.earlier();
        job.read = reading.submit(() -> {
            if (earlier != null && earlier.uploaded != null) {
                earlier.uploaded.await();
            }
            long start = System.nanoTime();
            reader.stage(from, strip.end(), staged.bytes());
            note("read", Span.Kind.COPY_IN, start, (strip.end() - from) * rowBytes);
            return null;
        });
        return job;
    }

    /** Enqueues all that the device does for a strip. */
    private void compute(Job job) {
        Strip strip = job.strip;
        Job earlier = job.earlier();
        StripMemory memory = job.lane.memory();
        Queue up = job.lane.up();
        Queue compute = job.lane.compute();
        Queue down = job.lane.down();
        DeviceArray window = memory.window(job.place);
        DeviceArray result = memory.output(job.place);
        if (earlier != null) {
            up.waitFor(Objects.requireNonNull(earlier.computed));
            // Its window also gave rows to the next.
            Event kept = earlier.next().kept;
            if (kept != null) {
                up.waitFor(kept);
            }
        }
        int from = job.uploadFrom();
        Job neighbour = job.neighbour();
        if (neighbour != null && from > strip.first()) {
            // Not between uploads, which follow each other without a gap.
            int before = strip.first() - neighbour.strip.first();
            long kept = (long) (from - strip.first()) * rowLength;
            job.kept = memory.window(neighbour.place).copyAsync(compute, (long) before * rowLength, window, 0, kept);
            job.events.add(job.kept);
        }
        List<Event> uploads =
                reader.upload(up, from, strip.end(), memory.staged(job.place), window, from - strip.first());
        job.events.addAll(uploads);
        Event uploaded = uploads.isEmpty() ? Objects.requireNonNull(job.kept) : uploads.get(uploads.size() - 1);
        job.uploaded = uploaded;
        up.flush();
        awaitUnlessOverlapped(uploaded);
        compute.waitFor(uploaded);
        if (earlier != null) {
            compute.waitFor(Objects.requireNonNull(earlier.downloaded));
        }
        List<Event> launches = memory.executable(strip).launch(compute, window, result);
        job.events.addAll(launches);
        job.computed = launches.get(launches.size() - 1);
        compute.flush();
        awaitUnlessOverlapped(job.computed);
        down.waitFor(job.computed);
        job.downloaded = download(job, result);
        down.flush();
    }

    private void awaitUnlessOverlapped(Event event) {
        if (!overlap) {
            event.await();
        }
    }

    private Event download(Job job, DeviceArray result) {
        Strip strip = job.strip;
        Queue down = job.lane.down();
        HostBuffer buffer = job.lane.memory().result(job.place);
        if (buffer != null) {
            job.events.add(result.downloadAsync(down, buffer, 0, 0, (long) strip.outRows() * outRowLength));
        } else {
            for (StreamPinned.Piece piece : Objects.requireNonNull(pinnedOut).pieces(strip.out(), strip.outRows())) {
                job.events.add(result.downloadAsync(
                        down,
                        piece.buffer(),
                        piece.offset(),
                        (long) (piece.row() - strip.out()) * outRowLength,
                        (long) piece.rows() * outRowLength));
            }
        }
        return job.events.get(job.events.size() - 1);
    }

    private Void write(StreamSink.Output output, Job job) throws IOException {
        Objects.requireNonNull(job.downloaded).await();
        // All have ended, and are asked whether they failed.
        job.events.forEach(Event::await);
        if (timed) {
            // Here, and not for all strips behind the last, as it takes time.
            job.events.forEach(event -> spans.add(event.span()));
        }
        HostBuffer buffer = job.lane.memory().result(job.place);
        Strip strip = job.strip;
        if (buffer != null) {
            long start = System.nanoTime();
            int bytes = Math.toIntExact(strip.outRows() * outRowBytes);
            ByteBuffer result = buffer.bytes().limit(bytes);
            if (summed) {
                output.write(strip.out(), strip.outRows(), result, noted(strip, StreamChecksum.of(result)));
            } else {
                output.write(strip.out(), strip.outRows(), result);
            }
            note("write", Span.Kind.COPY_OUT, start, bytes);
        } else if (summed) {
            noted(strip, Objects.requireNonNull(pinnedOut).checksum(strip.out(), strip.outRows()));
        }
        return null;
    }

    private int noted(Strip strip, int checksum) {
        checksums.add(new StreamReport.Strip(strip.out(), strip.outRows(), checksum));
        return checksum;
    }

    private void note(String queue, Span.Kind kind, long start, long bytes) {
        if (timed) {
            spans.add(new Span(0, queue, queue, kind, start, System.nanoTime(), bytes));
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

    /** Lets strips that are on their way end. */
    @Override
    public void close() {
        boolean interrupted = false;
        List<ExecutorService> all = List.of(reading, writing);
        all.forEach(ExecutorService::shutdown);
        // Behind the last strip they have nothing to do, and to wait for their end takes a while.
        for (ExecutorService threads : whole ? List.<ExecutorService>of() : all) {
            interrupted |= awaitEnd(threads);
        }
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
