package org.plegma.rewrite.parallel;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.parallel.launch.ArraysOnDevice;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * Elements of arrays that the host uses between launches: what kernels wrote is brought back before, what the host writes goes to
 * the device before the next kernel that uses it. If the program ends with an error, all arrays are as they were before it.
 */
final class HostElements {
    private final Map<String, Object> values;
    private final TermEvaluator evaluator;
    private final ArraysOnDevice arrays;
    private final Runnable checkFaults;
    /** Copies of arrays of one dimension from before the program, for those that have changed. */
    private final Map<Object, Object> before = new IdentityHashMap<>();

    HostElements(Map<String, Object> values, TermEvaluator evaluator, ArraysOnDevice arrays, Runnable checkFaults) {
        this.values = values;
        this.evaluator = evaluator;
        this.arrays = arrays;
        this.checkFaults = checkFaults;
    }

    /** Brings the arrays back whose elements a term uses. */
    void bring(Term term) {
        if (term.is(Kind.INDEX)) {
            Term array = term;
            while (array.is(Kind.INDEX)) {
                bring(array.child(1));
                array = array.child(0);
            }
            bring(values.get(array.text()));
        } else {
            term.children().forEach(this::bring);
        }
    }

    private void bring(@Nullable Object array) {
        if (arrays.isNewer(array)) {
            checkFaults.run(); // in Java the kernel would have thrown before
            arrays.bring(array, this::keep);
        }
    }

    /** Keeps what an array of one dimension had before the program. */
    private void keep(Object array) {
        before.computeIfAbsent(array, HostElements::copy);
    }

    private static Object copy(Object array) {
        int length = Array.getLength(array);
        Object made = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, made, 0, length);
        return made;
    }

    /** An assignment to an element, or a step of it, with the order of evaluation that Java has. */
    void assign(Term term) {
        Term target = term.child(0);
        Term row = target.child(0);
        bring(target);
        Object whole = evaluator.value(row.is(Kind.INDEX) ? row.child(0) : row);
        Object array = evaluator.value(row);
        int index = ((Number) evaluator.value(target.child(1))).intValue();
        Object after;
        if (term.is(Kind.ASSIGN, "=")) {
            bring(term.child(1));
            after = evaluator.value(term.child(1));
        } else {
            Object old = Array.get(array, index);
            String operator = term.text().substring(0, term.text().length() - 1);
            if (term.is(Kind.ASSIGN)) {
                bring(term.child(1));
            }
            after = TermEvaluator.binary(
                    operator, old, term.is(Kind.ASSIGN) ? evaluator.value(term.child(1)) : (Object) 1);
        }
        if (array == null) { // as a row may be
            throw new NullPointerException("The array '" + row.text() + "' is null.");
        }
        String type = array.getClass().getComponentType().getName();
        int length = Array.getLength(array);
        if (index < 0 || index >= length) {
            throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        keep(array);
        Array.set(array, index, TermEvaluator.convert(after, type));
        arrays.changedOnHost(whole);
        arrays.changedOnHost(array);
    }

    /** Makes all arrays what they were before the program. */
    void restore() {
        before.forEach((array, old) -> System.arraycopy(old, 0, array, 0, Array.getLength(array)));
    }
}
