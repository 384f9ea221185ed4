package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.launch.CompiledKernels;

/**
 * A loop of a program that {@code plegma parallelize} has written anew. It runs on the preferred device. Where that cannot do
 * what Java does, as when two names are one array, or where Java throws, no array changes and {@code run} gives null: then the
 * program's own loop runs, and the error stream tells so once.
 */
public final class ProgramLoop {
    private static Optional<Session> session = Optional.empty();
    private static final Map<ProgramLoop, CompiledKernels> COMPILED = new HashMap<>();

    private final ParallelCode code;
    private final String place;
    private final Set<String> reported = new HashSet<>();

    private ProgramLoop(ParallelCode code, String place) {
        this.code = code;
        this.place = place;
    }

    /**
     * A loop.
     *
     * @param place its file and line, for messages
     * @param java the loop as it is in the program
     * @param methods those that it calls, each as source
     * @param typesAndNames of its variables, as {@code "double[]", "x"}
     */
    public static ProgramLoop of(
            String name, String place, String java, List<String> methods, String... typesAndNames) {
        Map<String, String> types = new LinkedHashMap<>();
        for (int i = 0; i < typesAndNames.length; i += 2) {
            types.put(typesAndNames[i + 1], typesAndNames[i]);
        }
        return new ProgramLoop(
                ParallelCode.of(name, java, types, methods, new ParallelCode.Options(false, false)), place);
    }

    /** Opens the preferred device, until the program ends or {@link #close} is called. Without one all loops run in Java, and the error stream tells so. */
    public static synchronized void open() {
        try {
            session();
        } catch (RuntimeException | LinkageError e) {
            System.err.println("plegma: all loops run in Java: " + e.getMessage());
        }
    }

    private static Session session() {
        if (session.isEmpty()) {
            session = Optional.of(Session.open());
            Runtime.getRuntime().addShutdownHook(new Thread(ProgramLoop::close));
        }
        return session.orElseThrow();
    }

    /** Releases the device; it is opened anew if a loop runs again. */
    public static synchronized void close() {
        COMPILED.values().forEach(CompiledKernels::close);
        COMPILED.clear();
        session.ifPresent(Session::close);
        session = Optional.empty();
    }

    /** The kernels in OpenCL C. */
    public String source() {
        return code.source();
    }

    /**
     * Runs it on the device. Arrays are changed in place.
     *
     * @param values of the {@linkplain ParallelCode#parameters parameters}, in their order
     * @return the new values of the {@linkplain ParallelCode#results results}, in their order; null if Java is to run the loop
     */
    public Object @Nullable [] run(Object... values) {
        synchronized (ProgramLoop.class) {
            Map<String, Object> named = new HashMap<>();
            List<String> names = new ArrayList<>(code.parameters().keySet());
            for (int i = 0; i < values.length; i++) {
                named.put(names.get(i), values[i]);
            }
            try {
                CompiledKernels compiled = COMPILED.computeIfAbsent(this, loop -> new CompiledKernels(session()));
                try (HostRun run = new HostRun(session(), code, compiled, named)) {
                    run.run();
                }
            } catch (RuntimeException | LinkageError e) {
                tell(e);
                return null;
            }
            return code.results().stream().map(named::get).toArray();
        }
    }

    private void tell(Throwable why) {
        String text = why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
        if (reported.add(text.replaceAll("\\d+", "0"))) {
            System.err.println("plegma: " + code.name() + " (" + place + ") ran in Java: "
                    + text.lines().findFirst().orElse(text));
        }
    }
}
