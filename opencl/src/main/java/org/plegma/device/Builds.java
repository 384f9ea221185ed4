package org.plegma.device;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jocl.CL;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.source.Build;

/**
 * The compiled programs of one device in one session. The same source and options are compiled once; a program that
 * nobody uses any more stays for a while, so that a cell that is run again finds it. Different programs may be compiled
 * by different threads at once.
 *
 * <p>No compiler can be stopped, so each works in a thread of its own: who is interrupted leaves it behind, and what it
 * makes is kept like any program that nobody uses.
 */
final class Builds {
    private static final int MOST_IDLE = 32;
    /** Compilers descend into nested code. */
    private static final long STACK_BYTES = 64 << 20;

    private static final ExecutorService COMPILERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(null, task, "OpenCL compiler", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Source and options of a build, and whether its divisions are guarded.
     *
     * @param only what no other key has, for a source that includes files: they may have changed since; else null
     */
    record Key(String source, List<String> options, boolean guarded, @Nullable Object only) {
        static Key of(String source, List<String> options, boolean guarded) {
            return new Key(source, options, guarded, Compiler.includesFiles(source, options) ? new Object() : null);
        }
    }

    /** A build, under way at first, and the number of those who use it or wait for it, guarded by the map's owner. */
    private static final class Shared {
        private final CompletableFuture<Build> build = new CompletableFuture<>();
        private int users;

        /** At once, or when it is done. */
        void release() {
            build.thenAccept(Build::release);
        }
    }

    private final DeviceContext context;
    private final Compiler compiler;
    private final Map<Key, Shared> builds = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    Builds(DeviceContext context, Compiler compiler) {
        this.context = context;
        this.compiler = compiler;
    }

    /**
     * The build for a key, compiled if need be; to be given back by {@link #release}.
     *
     * @throws BuildException if it does not compile; nothing has to be given back then
     * @throws CancellationException if the thread is interrupted; likewise
     */
    Build acquire(Key key) {
        Shared shared;
        synchronized (this) {
            context.checkOpen();
            if (closed) {
                throw new ClosedException("The session");
            }
            shared = builds.get(key);
            if (shared == null) {
                shared = new Shared();
                builds.put(key, shared);
                start(key, shared);
            }
            shared.users++;
        }
        try {
            return await(shared.build);
        } catch (InterruptedException e) {
            release(key, shared);
            throw new CancellationException(
                    "Interrupted while a program was compiled. No compiler can be stopped: it goes"
                            + " on in the background, and what it makes is kept for the next time."
                            + (context.device().isPocl()
                                    ? " PoCL compiles one program after the other, so others wait for it."
                                    : ""));
        } catch (ExecutionException e) {
            throw here(Objects.requireNonNull(e.getCause()));
        }
    }

    /** Drivers of GPUs compile only when the running kernel has ended; a kernel of another task is then told. */
    private Build await(CompletableFuture<Build> build) throws InterruptedException, ExecutionException {
        if (Thread.interrupted()) {
            // Also if the compiler, or the cache, was quicker.
            throw new InterruptedException();
        }
        if (!context.device().isPocl()) {
            try {
                return build.get(LongWaits.NANOS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                LongWaits.tell(context, "The compilation of a program");
            }
        }
        return build.get();
    }

    private void start(Key key, Shared shared) {
        // The session may be closed meanwhile.
        CL.clRetainContext(context.handle());
        COMPILERS.execute(() -> {
            try {
                shared.build.complete(
                        key.guarded()
                                ? compiler.compileGuarded(key.source(), key.options())
                                : compiler.compile(key.source(), key.options()));
            } catch (Throwable e) {
                synchronized (this) {
                    builds.remove(key, shared);
                }
                shared.build.completeExceptionally(e);
            } finally {
                DeviceContext.release(context.handle());
            }
        });
    }

    /** The failure of a compiler with the frames of who waited for it. */
    private static RuntimeException here(Throwable failure) {
        failure.setStackTrace(new Throwable().getStackTrace());
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    synchronized void release(Key key) {
        Shared shared = builds.get(key);
        if (shared != null) {
            release(key, shared);
        }
    }

    private synchronized void release(Key key, Shared shared) {
        if (builds.get(key) == shared) {
            shared.users--;
            if (key.only() != null && shared.users == 0) {
                builds.remove(key);
                shared.release();
            }
            dropIdle();
        }
    }

    private void dropIdle() {
        long idle = builds.values().stream().filter(s -> s.users == 0).count();
        Iterator<Shared> oldestFirst = builds.values().iterator();
        while (idle > MOST_IDLE) {
            Shared shared = oldestFirst.next();
            if (shared.users == 0) {
                shared.release();
                oldestFirst.remove();
                idle--;
            }
        }
    }

    synchronized void close() {
        closed = true;
        builds.values().forEach(Shared::release);
        builds.clear();
    }
}
