package org.plegma.magics;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;

/**
 * What the magics of one notebook and its Java code share: the OpenCL session on the devices in use, and what each magic
 * keeps from call to call. In Java, {@link #session()} is that session.
 */
public final class NotebookSession implements AutoCloseable {
    private static volatile @Nullable NotebookSession current;

    private final Host host;
    private final MagicRegistry registry;
    private final Map<Class<?>, Object> states = new LinkedHashMap<>();
    private final Thread shutdownHook = new Thread(this::closeAll, "plegma-close");
    private @Nullable MagicEngine engine;
    private volatile boolean stackTraces;
    private List<Device> devices = List.of();
    private boolean isolated;
    private @Nullable Session session;
    private @Nullable Session boundTo;
    private final Map<Class<?>, Object> bound = new HashMap<>();

    NotebookSession(Host host, MagicRegistry registry) {
        this.host = host;
        this.registry = registry;
        Runtime.getRuntime().addShutdownHook(shutdownHook);
        current = this;
    }

    /** The notebook of this process. */
    public static NotebookSession current() {
        if (current == null) {
            throw new IllegalStateException("No notebook runs in this process.");
        }
        return current;
    }

    /**
     * The OpenCL session of the notebook, opened on first use: on the devices chosen by {@code %device}, or on
     * {@link Devices#preferred()}. It is the notebook's to close.
     *
     * @throws org.plegma.device.errors.OpenClUnavailableException if there is no device; the message says what to install
     */
    public static Session session() {
        return current().open();
    }

    /** The kernel that runs the notebook. */
    public Host host() {
        return host;
    }

    /** The magics that the notebook has. */
    public MagicRegistry registry() {
        return registry;
    }

    void engine(MagicEngine magics) {
        engine = magics;
    }

    /** Runs a text as a cell of this notebook, with its magics. */
    @Nullable
    Object runCell(String cell) throws Exception {
        MagicEngine engine = Objects.requireNonNull(this.engine, "Its magics are not there yet.");
        return engine.handles(cell) ? engine.execute(cell) : host.evaluate(cell, 1);
    }

    /** The session, opened if need be. */
    public synchronized Session open() {
        if (session == null || session.isClosed()) {
            Device[] wanted = devices().toArray(Device[]::new);
            session = isolated ? Session.openIsolated(wanted) : Session.open(wanted);
        }
        return session;
    }

    /** The devices in use, or that will be. */
    public synchronized List<Device> devices() {
        return devices.isEmpty() ? List.of(Devices.preferred()) : devices;
    }

    /** Whether there is a session, which other devices would end. */
    public synchronized boolean isOpen() {
        return session != null && !session.isClosed();
    }

    /** Whether kernels run in a process of their own. */
    public synchronized boolean isIsolated() {
        return isolated;
    }

    /**
     * Changes the devices in use. A session on others is closed, with the arrays and kernels that it made.
     *
     * @param isolate whether kernels run in a process of their own, see {@link Session#openIsolated}
     */
    public synchronized void use(List<Device> wanted, boolean isolate) {
        if (!wanted.equals(devices()) || isolate != isolated) {
            closeSession();
        }
        devices = List.copyOf(wanted);
        isolated = isolate;
    }

    /** Gives the session up without waiting for its devices, and opens another on them. What was on them is lost. */
    public synchronized Session reset() {
        if (session != null && !session.isClosed()) {
            session.giveUp();
        }
        session = null;
        return open();
    }

    private void closeSession() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    /** Whether errors show stack traces. */
    public boolean stackTraces() {
        return stackTraces;
    }

    /** Whether errors are shown with all their frames. */
    public void stackTraces(boolean shown) {
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

    /** What a magic keeps of the open session, such as what it compiled: one object a type, made anew for another session. */
    public synchronized <T> T perSession(Class<T> type, Function<Session, T> initial) {
        Session now = open();
        if (now != boundTo) {
            bound.clear();
            boundTo = now;
        }
        return type.cast(bound.computeIfAbsent(type, absent -> initial.apply(now)));
    }

    /** Closes the session and what the magics keep. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            return; // the hook is about to do it
        }
        closeAll();
    }

    private synchronized void closeAll() {
        Object[] kept = states.values().toArray();
        states.clear();
        for (Object state : kept) {
            if (state instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception e) {
                    // The rest has to be closed too, and there is nobody left to tell.
                }
            }
        }
        closeSession();
        if (current == this) {
            current = null;
        }
    }
}
