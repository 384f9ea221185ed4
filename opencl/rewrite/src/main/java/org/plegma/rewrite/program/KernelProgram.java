package org.plegma.rewrite.program;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.memory.LocalMemory;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * One launch of a kernel, with all that running it needs: what rules change. Immutable.
 *
 * <p>Lengths and sizes are expressions over the names of the scalar arguments, so that one program serves all sizes of
 * data: whole numbers in 64 bits, with {@code / } that rounds towards zero, comparisons, {@code ?:}, {@code min} and
 * {@code max}.
 *
 * @param unit OpenCL C: device functions and the kernel
 * @param kernel which of the functions is launched
 * @param arguments in the order of the kernel's parameters
 * @param combines what the host does with results afterwards
 */
public record KernelProgram(Tree unit, String kernel, List<Argument> arguments, Launch launch, List<Combine> combines) {

    public KernelProgram {
        arguments = List.copyOf(arguments);
        combines = List.copyOf(combines);
    }

    /** What a parameter of the kernel receives. */
    public sealed interface Argument {
        /** The parameter's name. */
        String name();

        /** A buffer. @param length in elements */
        record Array(String name, ElementType type, Access access, Term length) implements Argument {}

        /** A number by value. */
        record Scalar(String name, ElementType type) implements Argument {}

        /** Local memory of a work-group. @param length in elements */
        record Local(String name, ElementType type, Term length) implements Argument {}
    }

    /** What a kernel does with a buffer. */
    public enum Access {
        IN,
        /** Every element that counts is written and none read. */
        OUT,
        INOUT
    }

    /**
     * The sizes of a launch, dimension 0 first.
     *
     * @param global rounded up to a multiple of the local size when it runs, so the kernel guards itself
     * @param local empty to let the device choose
     */
    public record Launch(List<Term> global, List<Term> local) {
        public Launch {
            global = List.copyOf(global);
            local = List.copyOf(local);
        }

        /** Sizes as expressions in text. */
        public static Launch of(List<String> global, List<String> local) {
            return new Launch(
                    global.stream().map(Code::openclExpression).toList(),
                    local.stream().map(Code::openclExpression).toList());
        }
    }

    /**
     * The elements of an array of partial results, put together into a scalar, whose value before counts as well.
     *
     * @param operation {@code +}, {@code *}, {@code min} or {@code max}; {@code <} or {@code >} takes a partial result
     *     that is so to the scalar
     */
    public record Combine(String scalar, String operation, String partials) {

        /** The value of the scalar after the partial results, a Java array, were put to what it was. */
        public Object with(Object before, Object partialResults) {
            Object result = before;
            for (int i = 0; i < Array.getLength(partialResults); i++) {
                result = of(operation, result, Array.get(partialResults, i));
            }
            return result;
        }

        private static Object of(String operation, Object a, Object b) {
            if (operation.equals("<") || operation.equals(">")) {
                return Boolean.TRUE.equals(TermEvaluator.binary(operation, b, a)) ? b : a;
            }
            if (operation.length() == 1) {
                return TermEvaluator.binary(operation, a, b);
            }
            Map<String, Object> values = Map.of("a", a, "b", b);
            return new TermEvaluator(values::get).value(Terms.call(operation, Terms.name("a"), Terms.name("b")));
        }
    }

    /** A program from source. */
    public static KernelProgram of(String opencl, String kernel, Launch launch, Argument... arguments) {
        return new KernelProgram(Code.opencl(opencl), kernel, List.of(arguments), launch, List.of());
    }

    /** The same with other code. */
    public KernelProgram with(Tree otherUnit) {
        return new KernelProgram(otherUnit, kernel, arguments, launch, combines);
    }

    /** The same with other sizes. */
    public KernelProgram with(Launch otherLaunch) {
        return new KernelProgram(unit, kernel, arguments, otherLaunch, combines);
    }

    /** The same with other arguments. */
    public KernelProgram with(List<Argument> otherArguments) {
        return new KernelProgram(unit, kernel, otherArguments, launch, combines);
    }

    /** The same with other work for the host. */
    public KernelProgram combining(Combine... others) {
        return new KernelProgram(unit, kernel, arguments, launch, List.of(others));
    }

    /** The code as OpenCL C. */
    public String source() {
        return Code.print(unit);
    }

    /** The value of a size or length for these scalars. */
    public static long size(Term expression, Map<String, Object> values) {
        TermEvaluator evaluator = TermEvaluator.wide(
                name -> values.get(name) instanceof Number number ? (Object) number.longValue() : values.get(name));
        return ((Number) evaluator.value(expression)).longValue();
    }

    /**
     * Compiles the program for a session and runs it once.
     *
     * @param values by name: Java arrays or {@link DeviceArray}s, and boxed scalars. Java arrays that the kernel writes are
     *     written back; arrays that are not there are made, zero-filled, and closed afterwards, but partial results go
     *     into the scalars, whose new values are put into the map.
     */
    public void run(Session session, Map<String, Object> values) {
        try (Program program = session.compile(source())) {
            run(session, program.kernel(kernel), values);
        }
    }

    /** As {@link #run(Session, Map)}, with the kernel already compiled. */
    public void run(Session session, Kernel compiled, Map<String, Object> values) {
        if (!launches(values)) {
            return;
        }
        Map<String, DeviceArray> made = new HashMap<>();
        try {
            List<Object> given = new ArrayList<>();
            for (Argument argument : arguments) {
                given.add(given(session, argument, values, made));
            }
            sized(compiled, values).call(given.toArray());
            for (Argument argument : arguments) {
                boolean written = argument instanceof Argument.Array array && array.access() != Access.IN;
                Object host = values.get(argument.name());
                if (written && host != null && made.containsKey(argument.name())) {
                    made.get(argument.name()).download(host);
                }
            }
            for (Combine combine : combines) {
                DeviceArray buffer = Objects.requireNonNull(made.get(combine.partials()), combine.partials());
                Object partials = Array.newInstance(buffer.type().javaType(), Math.toIntExact(buffer.length()));
                buffer.download(partials);
                values.put(combine.scalar(), combine.with(value(values, combine.scalar()), partials));
            }
        } finally {
            made.values().forEach(DeviceArray::close);
        }
    }

    /** Whether there is anything to launch: no dimension is empty. */
    public boolean launches(Map<String, Object> values) {
        return launch.global().stream().allMatch(size -> size(size, values) > 0);
    }

    /** The kernel with the sizes for these scalars. */
    public Kernel sized(Kernel compiled, Map<String, Object> values) {
        long[] global = sizes(launch.global(), values);
        if (launch.local().isEmpty()) {
            return compiled.global(global);
        }
        long[] local = sizes(launch.local(), values);
        for (int d = 0; d < global.length; d++) {
            global[d] = Kernel.roundUp(global[d], local[d]);
        }
        return compiled.global(global).local(local);
    }

    private static long[] sizes(List<Term> expressions, Map<String, Object> values) {
        return expressions.stream().mapToLong(each -> size(each, values)).toArray();
    }

    private static Object value(Map<String, Object> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    private static Object given(
            Session session, Argument argument, Map<String, Object> values, Map<String, DeviceArray> made) {
        Object value = values.get(argument.name());
        if (argument instanceof Argument.Local local) {
            return LocalMemory.of(local.type(), size(local.length(), values));
        } else if (argument instanceof Argument.Scalar scalar) {
            return TermEvaluator.convert(
                    value(values, argument.name()), scalar.type().javaName());
        } else if (value instanceof DeviceArray) {
            return value;
        }
        Argument.Array array = (Argument.Array) argument;
        DeviceArray buffer;
        if (value != null && array.access() != Access.OUT) {
            buffer = session.upload(value, Array.getLength(value));
        } else {
            int length = value == null ? Math.toIntExact(size(array.length(), values)) : Array.getLength(value);
            buffer = session.allocate(array.type(), length);
            if (value == null) {
                buffer.fill(0);
            }
        }
        made.put(array.name(), buffer);
        return buffer;
    }
}
