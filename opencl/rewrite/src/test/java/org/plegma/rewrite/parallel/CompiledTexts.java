package org.plegma.rewrite.parallel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plegma.rewrite.parallel.cell.JavaClasses;

/** Classes compiled by javac, as {@code %%parallel} compiles what it compares with; many in one run of the compiler. */
public final class CompiledTexts {
    private CompiledTexts() {}

    /**
     * Compiles those that are Java.
     *
     * @param texts of classes by name
     * @param errors receives the compiler's message by the name of a class that is no Java
     */
    public static Map<String, Class<?>> compile(Map<String, String> texts, Map<String, String> errors) {
        Map<String, String> left = new LinkedHashMap<>(texts);
        JavaClasses classes = new JavaClasses(left);
        while (!classes.faults().isEmpty()) {
            for (JavaClasses.Fault fault : classes.faults()) {
                if (left.remove(fault.type()) != null) {
                    errors.put(fault.type(), "line " + fault.line() + ": " + fault.message());
                }
            }
            if (left.isEmpty()) {
                return Map.of(); // javac wants at least one
            }
            classes = new JavaClasses(left);
        }
        Map<String, Class<?>> compiled = new LinkedHashMap<>();
        for (String name : left.keySet()) {
            compiled.put(name, classes.named(name));
        }
        return compiled;
    }
}
