package org.plegma.device;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The compiled programs of one device in one session. The same source and options are compiled once; a program that
 * nobody uses any more stays for a while, so that a cell that is run again finds it.
 */
final class Builds {
    private static final int MOST_IDLE = 32;

    /** Source and options of a build. */
    record Key(String source, List<String> options) {}

    private static final class Shared {
        private final Build build;
        private int users;

        Shared(Build build) {
            this.build = build;
        }
    }

    private final DeviceContext context;
    private final Compiler compiler;
    private final Map<Key, Shared> builds = new LinkedHashMap<>(16, 0.75f, true);

    Builds(DeviceContext context) {
        this.context = context;
        this.compiler = new Compiler(context);
    }

    /** The build for a key, compiled if need be; to be given back by {@link #release}. */
    synchronized Build acquire(Key key) {
        context.checkOpen();
        Shared shared = builds.get(key);
        if (shared == null) {
            shared = new Shared(compiler.compile(key.source(), key.options()));
            builds.put(key, shared);
        }
        shared.users++;
        return shared.build;
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
                shared.build.release();
                oldestFirst.remove();
                idle--;
            }
        }
    }

    synchronized void close() {
        builds.values().forEach(shared -> shared.build.release());
        builds.clear();
    }
}
