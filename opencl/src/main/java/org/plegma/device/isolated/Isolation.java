package org.plegma.device.isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.plegma.process.WorkLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches kernels of one device in another process, which is started when it is needed, and again if it has died. One launch
 * at a time. Thread-safe.
 */
public final class Isolation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Isolation.class);

    /** More are forgotten all at once, and compiled again if need be. */
    private static final int MOST_PROGRAMS = 64;

    private static final String CLOSED = "The session is closed.";

    /** Left free where memory is shared with all other programs. */
    private static final long SPARED_BYTES = 16 << 20;

    private final DevicePlace place;
    private final Optional<WorkLimit> limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Path, Path> folders = new HashMap<>();
    private final List<Integer> goneBlocks = new ArrayList<>();
    private volatile @Nullable LaunchProcess process;
    private int processes;
    private int programs;
    private int blocks;
    private volatile boolean closed;

    /**
     * @param place the device
     * @param limit what each launch may do
     */
    public Isolation(DevicePlace place, Optional<WorkLimit> limit) {
        this.place = place;
        this.limit = limit;
    }

    /**
     * Memory that both processes see.
     *
     * @throws IOException if there is no room for it
     */
    public synchronized SharedBlock allocate(long bytes) throws IOException {
        IOException refused = new IOException("no folder can be written");
        for (Path where : SharedFolder.places()) {
            if (Files.getFileStore(where).getUsableSpace() < bytes + SPARED_BYTES) {
                refused = new IOException("no room in " + where);
                continue;
            }
            try {
                int number = ++blocks;
                return SharedBlock.create(number, folder(where).resolve("block" + number), bytes);
            } catch (IOException e) {
                refused = e;
            }
        }
        throw refused;
    }

    /** Gives memory back that nobody uses any more. */
    public synchronized void release(SharedBlock block) {
        goneBlocks.add(block.number());
        block.delete();
    }

    /**
     * Launches a kernel and waits for its end.
     *
     * @throws KernelCrashException if the other process dies of it, or does more than the limit allows
     * @throws CancellationException if this thread is interrupted; the other process is ended then
     * @throws IOException if there can be no other process
     */
    public LaunchOutcome launch(LaunchRequest request) throws IOException {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw new CancellationException("Interrupted before " + request.kernel() + " was launched.");
        }
        try {
            return launchAlone(request);
        } catch (InterruptedException e) {
            throw new CancellationException("Interrupted while the process for kernels was started.");
        } finally {
            lock.unlock();
        }
    }

    private LaunchOutcome launchAlone(LaunchRequest request) throws IOException, InterruptedException {
        LaunchProcess with = running();
        LaunchMessage message = new LaunchMessage();
        with.forget(message, takeGone());
        with.forgetPrograms(message, MOST_PROGRAMS);
        with.tellOf(message, request, ++programs);
        message.launch(with.number(request.program()), request);
        Optional<LaunchWatch> watch = limit.map(most -> LaunchWatch.of(with.handle(), most));
        try {
            return with.answerTo(message);
        } catch (IOException died) {
            if (Thread.interrupted()) {
                end(with);
                throw new CancellationException("Interrupted: " + request.kernel()
                        + " was ended, with the process that it ran in. Arrays hold what it had written until then.");
            }
            LOG.debug("A launch got no answer", died);
            if (closed) {
                throw new IOException(CLOSED);
            }
            String reason = with.reason();
            end(with);
            throw watch.flatMap(LaunchWatch::exceeded)
                    .map(exceeded -> KernelCrashException.endless(request.kernel(), exceeded))
                    .orElseGet(() -> KernelCrashException.of(request.kernel(), reason));
        } finally {
            watch.ifPresent(LaunchWatch::close);
        }
    }

    private LaunchProcess running() throws IOException, InterruptedException {
        if (process != null && process.isAlive()) {
            return process;
        }
        Path folder;
        synchronized (this) {
            if (closed) {
                throw new IOException(CLOSED);
            }
            folder = folder(SharedFolder.places().get(0));
        }
        process = LaunchProcess.start(place, folder, ++processes);
        return process;
    }

    private synchronized List<Integer> takeGone() {
        List<Integer> taken = List.copyOf(goneBlocks);
        goneBlocks.clear();
        return taken;
    }

    private synchronized Path folder(Path where) throws IOException {
        Path folder = folders.get(where);
        if (folder == null) {
            folder = SharedFolder.create(where);
            folders.put(where, folder);
        }
        return folder;
    }

    private void end(LaunchProcess dead) {
        process = null;
        try {
            dead.close();
        } catch (IOException e) {
            LOG.debug("The process of kernels could not be closed", e);
        }
    }

    /** Ends the other process and removes all files; the memory must not be used any more. */
    @Override
    public void close() {
        closed = true;
        LaunchProcess last = process;
        if (last != null) {
            end(last);
        }
        synchronized (this) {
            folders.values().forEach(SharedFolder::delete);
            folders.clear();
        }
    }
}
