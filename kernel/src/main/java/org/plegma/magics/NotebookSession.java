package org.plegma.magics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What the magics of one notebook share: the host, the devices, settings, and each other's state. */
public final class NotebookSession implements AutoCloseable {
    private static volatile NotebookSession current;

    private final Host host;
    private final MagicRegistry registry;
    private final Map<Class<?>, Object> states = new LinkedHashMap<>();
    private volatile boolean stackTraces;

    NotebookSession(Host host, MagicRegistry registry) {
        this.host = host;
        this.registry = registry;
        current = this;
    }

    /** The notebook of this process. */
    public static NotebookSession current() {
        if (current == null) {
            throw new IllegalStateException("No notebook runs in this process.");
        }
        return current;
    }

    public Host host() {
        return host;
    }

    MagicRegistry registry() {
        return registry;
    }

    /** Whether errors show stack traces. */
    boolean stackTraces() {
        return stackTraces;
    }

    void stackTraces(boolean shown) {
        stackTraces = shown;
    }

    /**
     * What a magic keeps from call to call, one object a type. One that is {@link AutoCloseable} is closed with the
     * notebook.
     */
    public synchronized <T> T state(Class<T> type, Supplier<T> initial) {
        Object state = states.get(type);
        if (state == null) {
            state = initial.get();
            states.put(type, state);
        }
        return type.cast(state);
    }

    /** Closes what the magics keep, the latest first. */
    @Override
    public synchronized void close() {
        Object[] open = states.values().toArray();
        states.clear();
        for (int i = open.length - 1; i >= 0; i--) {
            if (open[i] instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    // The rest has to be closed too; the process ends anyway.
                }
            }
        }
        if (current == this) {
            current = null;
        }
    }
}
