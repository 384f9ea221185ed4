package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.launch.CompiledKernels;

/** Runs a cell on several sets of values, by javac's class of its text and on a device, and compares all bits. */
final class JavaCheck implements AutoCloseable {
    private final Session session;
    private final ParallelCode code;
    private final JavaOriginal java;
    private final CompiledKernels compiled;

    JavaCheck(Session session, String text, Map<String, String> types) {
        this.session = session;
        this.code = ParallelCode.of("k", text, types);
        this.java = new JavaOriginal(code);
        this.compiled = new CompiledKernels(session);
    }

    ParallelCode code() {
        return code;
    }

    /** Names and values in turn. Two names of one array stay so. @return the values in Java afterwards */
    Map<String, Object> agrees(Object... namesAndValues) {
        Map<String, Object> values = Loops.values(namesAndValues);
        Map<String, Object> inJava = JavaValues.copy(values);
        java.accept(inJava);
        Map<String, Object> onDevice = JavaValues.copy(values);
        run(onDevice);
        for (String name : new TreeMap<>(inJava).keySet()) {
            Object[] expected = {inJava.get(name)};
            Object[] found = {onDevice.get(name)};
            assertTrue(
                    Arrays.deepEquals(expected, found),
                    () -> name + ": Java " + Arrays.deepToString(expected) + ", device " + Arrays.deepToString(found)
                            + "\n" + code.source());
        }
        return inJava;
    }

    /** Both throw the same, and the device leaves all arrays as they were. */
    void fails(Class<? extends RuntimeException> type, Object... namesAndValues) {
        Map<String, Object> values = Loops.values(namesAndValues);
        assertTrue(type.isInstance(thrown(() -> java.accept(JavaValues.copy(values)))), "Java throws nothing such");
        Map<String, Object> onDevice = JavaValues.copy(values);
        RuntimeException found = thrown(() -> run(onDevice));
        assertTrue(type.isInstance(found), () -> "on the device: " + found);
        values.forEach((name, value) -> assertTrue(
                !value.getClass().isArray()
                        || Arrays.deepEquals(new Object[] {value}, new Object[] {onDevice.get(name)}),
                name));
    }

    /** The device refuses these values. */
    ParallelException refuses(Object... namesAndValues) {
        RuntimeException found = thrown(() -> run(JavaValues.copy(Loops.values(namesAndValues))));
        assertTrue(found instanceof ParallelException, () -> String.valueOf(found));
        return (ParallelException) found;
    }

    private static RuntimeException thrown(Runnable runs) {
        try {
            runs.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private void run(Map<String, Object> values) {
        try (HostRun run = new HostRun(session, code, compiled, values)) {
            run.run();
        }
    }

    List<String> rules() {
        return code.trace().steps().stream().map(step -> step.rule().name()).toList();
    }

    static Map<String, String> types(String... namesAndTypes) {
        Map<String, String> types = new HashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            types.put(namesAndTypes[i], namesAndTypes[i + 1]);
        }
        return types;
    }

    @Override
    public void close() {
        compiled.close();
        assertEquals(0, session.memoryInUse());
    }
}
