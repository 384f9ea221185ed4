package org.plegma.stencil;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.array.ElementType;

/** Methods that {@code auto} chose and that then could not be compiled or launched, with the reason; as long as this process lives. */
final class Refusals {
    private static final Map<List<Object>, Map<Method, String>> ALL = new ConcurrentHashMap<>();

    private Refusals() {}

    /** What a choice depends on, besides the steps. */
    static List<Object> key(BoundStencil settings, ElementType type, int[] shape) {
        return List.of(
                settings.device().key(),
                settings.stencil().spec().hash(),
                List.of(settings.boundaries()),
                type,
                Arrays.stream(shape).boxed().toList());
    }

    static void add(BoundStencil settings, ElementType type, int[] shape, RuntimeException failure) {
        ALL.computeIfAbsent(key(settings, type, shape), key -> new ConcurrentHashMap<>())
                .put(settings.method(), String.valueOf(failure.getMessage()));
    }

    static Map<Method, String> of(BoundStencil settings, ElementType type, int[] shape) {
        return ALL.getOrDefault(key(settings, type, shape), Map.of());
    }
}
