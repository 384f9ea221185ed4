package org.plegma.rewrite.parallel.fuzz;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plegma.rewrite.parallel.CompiledTexts;

/** What javac makes of the text of programs: a class each, with the variables that a program captures as fields. */
final class JavaOracle {
    private static final String RESULT = "plegmaResult";

    private static final Pattern POW = Pattern.compile("\\bMath\\.pow\\(");

    /**
     * What Java's documentation says of Math.pow. HotSpot's own code for x86, seen in Java 17, takes an odd exponent from 2⁵¹ to 2⁵² for an even one
     * where the base is -0.0 or -Infinity.
     */
    private static final String PLEGMA_POW =
            """
            static double plegmaPow(double x, double y) {
                return x == 0 || x == Double.NEGATIVE_INFINITY ? StrictMath.pow(x, y) : Math.pow(x, y);
            }
            """;

    /** A program to compile. */
    record Source(String methods, String statements, Map<String, String> captured, Map<String, String> declared) {}

    /**
     * What a run of a program gave.
     *
     * @param failure what it threw; null if nothing
     */
    record Outcome(Map<String, Object> values, Throwable failure) {}

    /** A program, compiled. */
    static final class Compiled {
        private final Class<?> type;
        private final Source source;

        private Compiled(Class<?> type, Source source) {
            this.type = type;
            this.source = source;
        }

        /** Runs it on values, whose arrays it changes. */
        Outcome run(Map<String, Object> values) {
            try {
                Object program = type.getConstructor().newInstance();
                for (String name : source.captured().keySet()) {
                    type.getField(name).set(program, values.get(name));
                }
                try {
                    type.getMethod("plegmaRun").invoke(program);
                } catch (InvocationTargetException e) {
                    return new Outcome(values, e.getCause());
                }
                Map<String, Object> after = new LinkedHashMap<>();
                for (String name : source.captured().keySet()) {
                    after.put(name, type.getField(name).get(program));
                }
                int number = 0;
                for (String name : source.declared().keySet()) {
                    after.put(name, type.getField(RESULT + number++).get(program));
                }
                return new Outcome(after, null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private JavaOracle() {}

    /**
     * Compiles programs in one run of the compiler.
     *
     * @param errors receives the compiler's message and the text of each program that is no Java
     * @return by position; null for a program that is no Java
     */
    static List<Compiled> compile(List<Source> sources, List<String> errors) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            texts.put(name(i), text(i, sources.get(i)));
        }
        Map<String, String> faults = new LinkedHashMap<>();
        Map<String, Class<?>> classes = CompiledTexts.compile(texts, faults);
        faults.forEach((name, fault) -> errors.add(fault + "\n" + texts.get(name)));
        List<Compiled> compiled = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Class<?> type = classes.get(name(i));
            compiled.add(type == null ? null : new Compiled(type, sources.get(i)));
        }
        return compiled;
    }

    private static String name(int number) {
        return "PlegmaProgram" + number;
    }

    private static String text(int number, Source source) {
        StringBuilder text = new StringBuilder("public class " + name(number) + " {\n");
        source.captured().forEach((name, type) -> text.append("public " + type + " " + name + ";\n"));
        text.append(PLEGMA_POW).append(documented(source.methods()));
        StringBuilder results = new StringBuilder();
        int count = 0;
        for (Map.Entry<String, String> each : source.declared().entrySet()) {
            text.append("public " + each.getValue() + " " + RESULT + count + ";\n");
            results.append(RESULT + count++ + " = " + each.getKey() + ";\n");
        }
        return text.append("public void plegmaRun() {\n" + documented(source.statements()) + results + "}\n}\n")
                .toString();
    }

    private static String documented(String java) {
        return POW.matcher(java).replaceAll("plegmaPow(");
    }
}
