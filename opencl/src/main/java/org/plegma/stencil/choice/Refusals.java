package org.plegma.stencil.choice;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.method.Method;

/** Methods that {@code auto} chose and that then could not be compiled or launched, with the reason; as long as this process lives. */
final class Refusals {
    private static final Map<List<Object>, Map<Method, String>> ALL = new ConcurrentHashMap<>();

    private Refusals() {}

    /** What a choice depends on, besides the steps. */
    static List<Object> key(Setting setting) {
        return List.of(
                setting.device().key(),
                setting.spec().hash(),
                setting.boundaries(),
                setting.type(),
                Arrays.stream(setting.shape()).boxed().toList());
    }

    static void add(Setting setting, Method method, RuntimeException failure) {
        ALL.computeIfAbsent(key(setting), key -> new ConcurrentHashMap<>())
                .put(method, String.valueOf(failure.getMessage()));
    }

    static Map<Method, String> of(Setting setting) {
        return ALL.getOrDefault(key(setting), Map.of());
    }
}
