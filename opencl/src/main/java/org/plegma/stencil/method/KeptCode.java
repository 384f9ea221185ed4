package org.plegma.stencil.method;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;

/** The code of the last plans: each short run makes a plan, and to write its source can take longer than its steps. */
public final class KeptCode {
    /** A source has up to some hundred thousand characters. */
    private static final int MOST = 24;

    private record Key(
            Method method,
            StencilSpec spec,
            List<Boundary> boundaries,
            ElementType type,
            List<Integer> shape,
            Device device,
            Variant variant,
            int pad,
            int ofPlanes) {}

    private static final Map<Key, StepCode> CODES = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, StepCode> eldest) {
            return size() > MOST;
        }
    };

    private KeptCode() {}

    /**
     * The code of a method for an instance, as {@link Method#code} makes it; that for a part of the planes is made anew.
     *
     * @throws IllegalArgumentException if there is none, with the reason
     */
    public static StepCode of(Method method, StencilInstance instance) {
        if (instance.part().isPresent()) {
            return method.code(instance);
        }
        Key key = new Key(
                method,
                instance.spec(),
                instance.boundaries(),
                instance.type(),
                Arrays.stream(instance.shape()).boxed().toList(),
                instance.device(),
                instance.variant(),
                instance.pad(),
                instance.ofPlanes());
        synchronized (CODES) {
            StepCode known = CODES.get(key);
            if (known != null) {
                return known;
            }
        }
        StepCode made = method.code(instance);
        synchronized (CODES) {
            CODES.put(key, made);
        }
        return made;
    }
}
