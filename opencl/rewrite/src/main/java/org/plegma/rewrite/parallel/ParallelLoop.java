package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Session;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.lanes.LaneWidths;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.parallel.errors.ParallelIndexException;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.program.KernelCase;

/**
 * Loops made parallel, ready to run: {@code run()} on the variables that they were written for, {@code call(…)} on others.
 * Its kernels stay compiled until it or the session is closed.
 */
public final class ParallelLoop implements AutoCloseable {
    private static final double NANO = 1e-9;
    private static final int MOST_REPEATS = 10;
    private static final double ENOUGH_SECONDS = 0.5;

    /** The variables around a loop. */
    public interface Variables {
        /** The value of a variable; null if there is none. */
        @Nullable
        Object get(String name);

        /** Gives a variable a new value, or makes it. */
        void set(String name, String type, Object value);
    }

    private final Session session;
    private final ParallelCode code;
    private final Variables variables;
    private final CompiledKernels compiled;
    private Optional<JavaOriginal> original = Optional.empty();

    /** @param variables those of the notebook, or of whoever runs it */
    public ParallelLoop(Session session, ParallelCode code, Variables variables) {
        this(session, code, variables, LaneWidths.of(session.device()));
    }

    /** @param widths how many iterations a work-item does where it can */
    ParallelLoop(Session session, ParallelCode code, Variables variables, LaneWidths widths) {
        this.session = session;
        this.code = code;
        this.variables = variables;
        this.compiled = new CompiledKernels(session, widths, false);
    }

    /** The kernels in OpenCL C. */
    public String source() {
        return code.source();
    }

    /** How each kernel runs on the device: how many iterations a work-item does, and if it is one on a CPU, why. */
    public String explain() {
        StringBuilder text = new StringBuilder();
        code.kernels().values().forEach(kernel -> {
            CompiledKernels.Form form = compiled.form(kernel);
            text.append(kernel.name()).append(": a work-item does ");
            if (form.width() > 1) {
                text.append(form.width()).append(" iterations as vectors; kernelSource() shows it");
            } else {
                text.append("one iteration").append(form.reason().isEmpty() ? "" : ", not several as vectors: ");
                text.append(form.reason().replaceAll("\\.$", ""));
            }
            text.append(".\n");
        });
        return text.toString();
    }

    /** The kernels as this device runs them. */
    public String kernelSource() {
        return code.kernels().values().stream()
                .map(kernel -> compiled.form(kernel).draft().program().source())
                .collect(java.util.stream.Collectors.joining("\n"));
    }

    /** A Java class with calls of JOCL that does the same, as text. */
    public String hostCode() {
        return code.hostCode();
    }

    /** The steps from the loops to the kernels. */
    public Trace trace() {
        return code.trace();
    }

    /**
     * The kernels and what the host does as a computation, from which rules that optimise kernels go on; see {@link
     * ParallelCode#computation}.
     */
    public Computation computation(KernelCase.Data data) {
        return code.computation(data);
    }

    /** What it does. */
    public ParallelCode code() {
        return code;
    }

    /** Runs it on the device, on the variables as they are now. */
    public void run() {
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, String> parameter : code.parameters().entrySet()) {
            Object value = variables.get(parameter.getKey());
            if (value == null) {
                throw new IllegalStateException("The variable " + parameter.getKey() + " is null or gone; "
                        + code.name() + " needs it as a " + parameter.getValue() + ".");
            }
            values.put(parameter.getKey(), value);
        }
        run(values);
        publish(values);
    }

    private void publish(Map<String, Object> values) {
        for (String name : code.results()) {
            Object value = values.get(name);
            if (value != null) {
                variables.set(name, code.typeInJava(name), value);
            }
        }
    }

    /**
     * Runs it on other values, in the order of {@link ParallelCode#parameters}. Arrays are changed in place.
     *
     * @return the new value of the variable that it assigns; if there are several, all by name; null if there is none
     */
    public @Nullable Object call(Object... arguments) {
        Map<String, String> parameters = code.parameters();
        if (arguments.length != parameters.size()) {
            throw new IllegalArgumentException("Wrong number of arguments for " + code.name() + ": expected "
                    + parameters.size() + " " + signature() + ", got " + arguments.length + ".");
        }
        Map<String, Object> values = new HashMap<>();
        parameters.forEach((name, type) -> values.put(name, checked(name, type, arguments[values.size()])));
        run(values);
        List<String> results = code.results();
        if (results.size() < 2) {
            return results.isEmpty() ? null : values.get(results.get(0));
        }
        Map<String, Object> all = new java.util.LinkedHashMap<>();
        results.forEach(name -> all.put(name, values.get(name)));
        return all;
    }

    private Object checked(String name, String type, @Nullable Object value) {
        if (JavaTypes.isNumber(type) && value instanceof Number number) {
            Object converted = org.plegma.rewrite.analysis.TermEvaluator.convert(number, type);
            if (((Number) converted).doubleValue() == number.doubleValue() || JavaTypes.isReal(type)) {
                return converted;
            }
        } else if (value != null
                && (value.getClass().getSimpleName().equals(type)
                        || type.equals("boolean") && value instanceof Boolean)) {
            return value;
        }
        throw new IllegalArgumentException("Wrong argument " + name + " for " + code.name() + ": expected " + type
                + ", got " + (value == null ? "null" : value.getClass().getSimpleName() + shown(value)) + ".");
    }

    private static String shown(Object value) {
        return value.getClass().isArray() ? "" : " " + value;
    }

    private String signature() {
        List<String> all = new ArrayList<>();
        code.parameters().forEach((name, type) -> all.add(type + " " + name));
        return "(" + String.join(", ", all) + ")";
    }

    private double run(Map<String, Object> values) {
        try (HostRun run = new HostRun(session, code, compiled, values)) {
            run.run();
            return run.kernelSeconds();
        }
    }

    /**
     * Runs the Java and the kernels on copies of values by name, which stay as they are.
     *
     * @throws RuntimeException what the Java itself throws for these values
     */
    public LoopComparison compare(Map<String, Object> values) {
        JavaOriginal sequential = original.orElseGet(() -> new JavaOriginal(code));
        original = Optional.of(sequential);
        runForFaults(values);
        Map<String, Object> java = JavaValues.copy(values);
        double javaSeconds = Double.MAX_VALUE;
        double spent = 0;
        for (int i = 0; i < MOST_REPEATS && spent < ENOUGH_SECONDS; i++) {
            java = JavaValues.copy(values);
            long start = System.nanoTime();
            sequential.accept(java);
            double seconds = (System.nanoTime() - start) * NANO;
            javaSeconds = Math.min(javaSeconds, seconds);
            spent += seconds;
        }
        Map<String, Object> device = JavaValues.copy(values);
        run(device);
        double deviceSeconds = Double.MAX_VALUE;
        double kernelSeconds = 0;
        spent = 0;
        for (int i = 0; i < MOST_REPEATS && spent < ENOUGH_SECONDS; i++) {
            device = JavaValues.copy(values);
            long start = System.nanoTime();
            double kernels = run(device);
            double seconds = (System.nanoTime() - start) * NANO;
            if (seconds < deviceSeconds) {
                deviceSeconds = seconds;
                kernelSeconds = kernels;
            }
            spent += seconds;
        }
        return new LoopComparison(
                code.name(),
                LoopComparison.rows(code, java, device),
                session.device().name(),
                javaSeconds,
                deviceSeconds,
                kernelSeconds);
    }

    /** Compiles, and tells of a loop that does not end, in which the Java would stay. What else is wrong, the Java tells. */
    private void runForFaults(Map<String, Object> values) {
        try {
            run(JavaValues.copy(values));
        } catch (ParallelIndexException | ArithmeticException toldByJava) {
            // and by the device once more, if Java does not throw it
        }
    }

    @Override
    public void close() {
        compiled.close();
    }

    @Override
    public String toString() {
        return code.name() + signature() + " on " + session.device().name();
    }
}
