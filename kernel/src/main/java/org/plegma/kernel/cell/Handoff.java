package org.plegma.kernel.cell;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Carries live objects into the cells: a generated declaration takes its value from here, once. */
public final class Handoff {
    private static final Map<String, Object> VALUES = new ConcurrentHashMap<>();

    private Handoff() {}

    /** Called by generated declarations: the object left under {@code key}, or null if none was. */
    public static Object take(String key) {
        return VALUES.remove(key);
    }

    /** The source of a declaration that takes a live object for its value. */
    static String declaration(String type, String name, Object value) {
        if (value != null) {
            VALUES.put(name, value);
        }
        return type + " " + name + " = (" + type + ") " + Handoff.class.getName() + ".take(\"" + name + "\");";
    }
}
