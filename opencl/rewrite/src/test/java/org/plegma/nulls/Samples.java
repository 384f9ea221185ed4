package org.plegma.nulls;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Objects of any type, to call methods with: given ones, or made by the public methods and constructors that return the type. */
final class Samples {
    private static final int DEPTH = 6;

    private final Map<Class<?>, Supplier<?>> given = new HashMap<>();
    private final Map<Class<?>, List<Executable>> makers = new HashMap<>();
    private final Map<Class<?>, Optional<Object>> made = new HashMap<>();

    /** @param classes whose public methods and constructors may be used to make samples */
    Samples(List<Class<?>> classes) {
        for (Class<?> each : classes) {
            for (Constructor<?> constructor : each.getConstructors()) {
                makers.computeIfAbsent(each, c -> new ArrayList<>()).add(constructor);
            }
            for (Method method : each.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                    makers.computeIfAbsent(method.getReturnType(), c -> new ArrayList<>())
                            .add(method);
                }
            }
        }
        makers.values()
                .forEach(all -> all.sort(Comparator.comparingInt((Executable e) -> e.getParameterCount())
                        .thenComparing(e -> !Modifier.isStatic(e.getModifiers()))
                        .thenComparing(Executable::toString)));
    }

    <T> Samples give(Class<T> type, Supplier<? extends T> sample) {
        given.put(type, sample);
        return this;
    }

    /** An object of this type, or nothing where none can be made. */
    Optional<Object> of(Type type) {
        return of(type, DEPTH, new HashSet<>());
    }

    private Optional<Object> of(Type type, int depth, Set<Class<?>> within) {
        Class<?> raw = raw(type);
        if (given.containsKey(raw)) {
            return Optional.ofNullable(given.get(raw).get());
        }
        if (raw.isArray()) {
            return of(raw.getComponentType(), depth, within).map(element -> {
                Object array = Array.newInstance(raw.getComponentType(), 1);
                Array.set(array, 0, element);
                return array;
            });
        }
        if (raw.isEnum()) {
            return Optional.of(raw.getEnumConstants()[0]);
        }
        if (type instanceof ParameterizedType generic) {
            Optional<Object> collection = collection(raw, generic, depth, within);
            if (collection.isPresent()) {
                return collection;
            }
        }
        if (raw.isInterface()
                && !raw.isSealed()
                && makers.getOrDefault(raw, List.of()).isEmpty()) {
            return Optional.of(Proxy.newProxyInstance(
                    Samples.class.getClassLoader(), new Class<?>[] {raw}, (proxy, method, arguments) -> {
                        Class<?> returned = method.getReturnType();
                        return returned == void.class
                                ? null
                                : of(method.getGenericReturnType()).orElse(null);
                    }));
        }
        Optional<Object> known = made.get(raw);
        if (known == null) {
            if (depth == 0 || !within.add(raw)) {
                return Optional.empty();
            }
            known = make(raw, depth, within);
            within.remove(raw);
            if (known.isPresent() || within.isEmpty()) {
                made.put(raw, known);
            }
        }
        return known;
    }

    private Optional<Object> collection(Class<?> raw, ParameterizedType generic, int depth, Set<Class<?>> within) {
        List<Object> elements = new ArrayList<>();
        for (Type each : generic.getActualTypeArguments()) {
            of(each, depth, within).ifPresent(elements::add);
        }
        if (elements.size() < generic.getActualTypeArguments().length) {
            return Optional.empty();
        }
        if (raw == List.class || raw == Iterable.class || raw == java.util.Collection.class) {
            return Optional.of(List.of(elements.get(0)));
        }
        if (raw == Set.class) {
            return Optional.of(Set.of(elements.get(0)));
        }
        if (raw == Optional.class) {
            return Optional.of(Optional.of(elements.get(0)));
        }
        return raw == Map.class ? Optional.of(Map.of(elements.get(0), elements.get(1))) : Optional.empty();
    }

    private Optional<Object> make(Class<?> type, int depth, Set<Class<?>> within) {
        for (Executable maker : makers.getOrDefault(type, List.of())) {
            Optional<Object> result = call(maker, depth, within);
            if (result.isPresent()) {
                return result;
            }
        }
        return Optional.empty();
    }

    private Optional<Object> call(Executable maker, int depth, Set<Class<?>> within) {
        Object on = null;
        if (maker instanceof Method && !Modifier.isStatic(maker.getModifiers())) {
            on = of(maker.getDeclaringClass(), depth - 1, within).orElse(null);
            if (on == null) {
                return Optional.empty();
            }
        }
        List<Object> arguments = new ArrayList<>();
        for (Type each : maker.getGenericParameterTypes()) {
            Optional<Object> argument = of(each, depth - 1, within);
            if (argument.isEmpty()) {
                return Optional.empty();
            }
            arguments.add(argument.get());
        }
        try {
            return Optional.ofNullable(
                    maker instanceof Method method
                            ? method.invoke(on, arguments.toArray())
                            : ((Constructor<?>) maker).newInstance(arguments.toArray()));
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException refused) {
            return Optional.empty();
        }
    }

    private static Class<?> raw(Type type) {
        if (type instanceof Class<?> one) {
            return one;
        }
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        return type instanceof WildcardType wild ? raw(wild.getUpperBounds()[0]) : Object.class;
    }
}
