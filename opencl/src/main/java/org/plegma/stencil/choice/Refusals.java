package org.plegma.stencil.choice;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.SpecHash;

/** Methods that {@code auto} chose and that then could not be compiled or launched, with the reason; as long as this process lives. */
final class Refusals {
    private static final Map<List<Object>, Map<Method, String>> ALL = new ConcurrentHashMap<>();

    private Refusals() {}

    /** What a choice depends on, besides the steps. */
    static List<Object> key(StencilInstance instance) {
        return List.of(
                instance.device().key(),
                SpecHash.of(instance.spec()),
                instance.boundaries(),
                instance.type(),
                Arrays.stream(instance.shape()).boxed().toList());
    }

    static void add(StencilInstance instance, Method method, RuntimeException failure) {
        ALL.computeIfAbsent(key(instance), key -> new ConcurrentHashMap<>())
                .put(method, String.valueOf(failure.getMessage()));
    }

    static Map<Method, String> of(StencilInstance instance) {
        return ALL.getOrDefault(key(instance), Map.of());
    }
}
