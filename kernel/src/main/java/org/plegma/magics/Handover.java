package org.plegma.magics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The way of live objects into generated Java: they wait here under a key until a snippet takes them. Nothing has to fit into a literal. */
public final class Handover {
    private static final Map<String, Object> WAITING = new ConcurrentHashMap<>();
    private static final AtomicLong COUNTER = new AtomicLong();

    private Handover() {}

    /** Leaves an object; gives its key, which no name of a variable is. */
    public static String leave(Object value) {
        String key = "plegma-" + COUNTER.incrementAndGet();
        WAITING.put(key, value);
        return key;
    }

    /** Called by generated Java: the object left under a key, once; null if none was. */
    public static @Nullable Object take(String key) {
        return WAITING.remove(key);
    }

    /** The source of a declaration that takes a live object for its value. It waits under the variable's name: there is one at most. */
    public static String declaration(String type, String name, @Nullable Object value) {
        if (value == null) {
            WAITING.remove(name);
        } else {
            WAITING.put(name, value);
        }
        return type + " " + name + " = (" + type + ") " + Handover.class.getName() + ".take(\"" + name + "\");";
    }
}
