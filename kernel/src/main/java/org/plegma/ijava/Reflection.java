package org.plegma.ijava;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks into kernels that were not made to be looked into. */
final class Reflection {
    private static final int MOST_OBJECTS = 200;

    private Reflection() {}

    /** A field and the object that it belongs to. */
    record Place(Object owner, Field field) {
        Object get() throws IllegalAccessException {
            return field.get(owner);
        }

        /** Final fields of ordinary classes can be set as well. */
        void set(Object value) throws IllegalAccessException {
            field.set(owner, value);
        }
    }

    /** The nearest field whose value is of a type, searched from an object through the objects of its own code. */
    static Optional<Place> find(Object root, Class<?> type) {
        Deque<Object> queue = new ArrayDeque<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        queue.add(root);
        while (!queue.isEmpty() && seen.size() < MOST_OBJECTS) {
            Object object = queue.remove();
            if (!seen.add(object)) {
                continue;
            }
            for (Class<?> c = object.getClass(); c != null && !isJdk(c); c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    Place place = new Place(object, field);
                    Object value = valueOf(place);
                    if (type.isInstance(value)) {
                        return Optional.of(place);
                    }
                    if (value != null && !isJdk(value.getClass())) {
                        queue.add(value);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isJdk(Class<?> type) {
        return type.isArray()
                || type.isEnum()
                || type.getName().startsWith("java")
                || type.getName().startsWith("jdk.");
    }

    private static @Nullable Object valueOf(Place place) {
        if (Modifier.isStatic(place.field.getModifiers())
                || place.field.getType().isPrimitive()) {
            return null;
        }
        try {
            place.field.setAccessible(true);
            return place.get();
        } catch (IllegalAccessException | RuntimeException e) {
            return null; // of a module that keeps it closed: what is wanted is not in there
        }
    }

    /** Calls a public method with one parameter, and throws what it throws. */
    static Object call(Object target, String name, Class<?> parameter, Object argument) throws Exception {
        try {
            return target.getClass().getMethod(name, parameter).invoke(target, argument);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }
}
