package org.plegma.rewrite.parallel;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plegma.rewrite.parallel.cell.JavaClasses;

/**
 * The sequential Java to compare with: javac's class of the cell's text as it was written. Nothing that was read from the
 * text goes into it but which parts are methods, so that a wrong reading shows.
 */
final class JavaOriginal implements Consumer<Map<String, Object>> {
    private static final int MOST_FAULTS = 3;

    private final OriginalText text;
    private final Object program;
    private final Method method;
    private final List<String> parameters;
    private final List<String> results;

    /** @throws IllegalStateException if this Java has no compiler, or the text does not compile */
    JavaOriginal(ParallelCode code) {
        text = OriginalText.of(code);
        JavaClasses classes = new JavaClasses(Map.of(text.type(), text.text()));
        if (!classes.faults().isEmpty()) {
            throw new IllegalStateException("The Java of the cell does not compile, so that nothing can be compared.\n"
                    + classes.faults().stream()
                            .limit(MOST_FAULTS)
                            .map(fault -> text.place(fault.line()) + ": " + fault.message())
                            .collect(Collectors.joining("\n"))
                    + "\nMend it, or leave the comparison out by --no-check.");
        }
        Class<?> type = classes.named(text.type());
        this.method = Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(text.type()))
                .findFirst()
                .orElseThrow();
        this.parameters = List.copyOf(code.parameters().keySet());
        this.results = code.results();
        try {
            this.program = type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs it on values by name: arrays are changed in place, new values of variables put into the map. */
    @Override
    public void accept(Map<String, Object> values) {
        try {
            Object[] given = parameters.stream().map(values::get).toArray();
            Object[] found = (Object[]) method.invoke(program, given);
            for (int i = 0; i < found.length; i++) {
                values.put(results.get(i), found[i]);
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw placed(failure);
            }
            if (e.getCause() instanceof Error stopped) {
                throw stopped;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the Java threw, with the line of the cell as errors on the device have it; others of the user's own stay as they are. */
    private RuntimeException placed(RuntimeException failure) {
        String place = Arrays.stream(failure.getStackTrace())
                .filter(frame -> frame.getClassName().equals(text.type()))
                .findFirst()
                .map(frame -> text.place(frame.getLineNumber()))
                .map(found -> found.startsWith("line") ? " at " + found : " " + found)
                .orElse("");
        RuntimeException told = failure;
        if (failure.getClass() == ArrayIndexOutOfBoundsException.class) {
            told = new ArrayIndexOutOfBoundsException(failure.getMessage() + place);
        } else if (failure.getClass() == ArithmeticException.class) {
            told = new ArithmeticException(failure.getMessage() + place);
        }
        told.setStackTrace(failure.getStackTrace());
        return told;
    }
}
