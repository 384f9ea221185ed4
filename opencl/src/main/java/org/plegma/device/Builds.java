package org.plegma.device;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The compiled programs of one device in one session. The same source and options are compiled once; a program that
 * nobody uses any more stays for a while, so that a cell that is run again finds it. Different programs may be compiled
 * by different threads at once.
 */
final class Builds {
    private static final int MOST_IDLE = 32;

    /** Source and options of a build, and whether its divisions are guarded. */
    record Key(String source, List<String> options, boolean guarded) {}

    /** A build and the number of those who use it or wait for it; the number is guarded by the map's owner. */
    private static final class Shared {
        private Build build;
        private boolean closed;
        private int users;

        synchronized Build get(Compiler compiler, Key key) {
            if (build == null) {
                if (closed) {
                    throw new ClosedException("The session");
                }
                build = key.guarded()
                        ? compiler.compileGuarded(key.source(), key.options())
                        : compiler.compile(key.source(), key.options());
            }
            return build;
        }

        synchronized void release() {
            closed = true;
            if (build != null) {
                build.release();
                build = null;
            }
        }
    }

    private final DeviceContext context;
    private final Compiler compiler;
    private final Map<Key, Shared> builds = new LinkedHashMap<>(16, 0.75f, true);

    Builds(DeviceContext context) {
        this.context = context;
        this.compiler = new Compiler(context);
    }

    /**
     * The build for a key, compiled if need be; to be given back by {@link #release}.
     *
     * @throws BuildException if it does not compile; nothing has to be given back then
     */
    Build acquire(Key key) {
        Shared shared;
        synchronized (this) {
            context.checkOpen();
            shared = builds.computeIfAbsent(key, k -> new Shared());
            shared.users++;
        }
        try {
            return shared.get(compiler, key);
        } catch (RuntimeException e) {
            synchronized (this) {
                if (--shared.users == 0) {
                    builds.remove(key, shared);
                }
            }
            throw e;
        }
    }

    synchronized void release(Key key) {
        Shared shared = builds.get(key);
        if (shared != null) {
            shared.users--;
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
        builds.values().forEach(Shared::release);
        builds.clear();
    }
}
