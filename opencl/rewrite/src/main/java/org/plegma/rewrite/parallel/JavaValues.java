package org.plegma.rewrite.parallel;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of the values of variables, by name. */
final class JavaValues {
    private JavaValues() {}

    /** Copies of all arrays; two names of one array stay so. */
    static Map<String, Object> copy(Map<String, Object> values) {
        return copy(values, values.keySet());
    }

    /** Copies of the arrays of these names, and the other values themselves. */
    static Map<String, Object> copy(Map<String, Object> values, Collection<String> names) {
        Map<Object, Object> copies = new IdentityHashMap<>();
        Map<String, Object> copy = new HashMap<>(values);
        names.forEach(name -> copy.computeIfPresent(name, (key, value) -> copy(value, copies)));
        return copy;
    }

    private static @Nullable Object copy(@Nullable Object value, Map<Object, Object> copies) {
        if (value == null || !value.getClass().isArray()) {
            return value;
        }
        Object known = copies.get(value);
        if (known != null) {
            return known;
        }
        int length = Array.getLength(value);
        Object made = Array.newInstance(value.getClass().getComponentType(), length);
        copies.put(value, made);
        if (value instanceof Object[] rows) {
            for (int i = 0; i < length; i++) {
                Array.set(made, i, copy(rows[i], copies));
            }
        } else {
            System.arraycopy(value, 0, made, 0, length);
        }
        return made;
    }
}
