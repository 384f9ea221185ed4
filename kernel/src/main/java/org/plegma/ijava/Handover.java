package org.plegma.ijava;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Magics;

/**
 * The way between generated Java and the magics: objects wait here under a key until a snippet takes them, and a snippet
 * stands for a whole cell that the magics run. Nothing has to fit into a literal.
 */
public final class Handover {
    private static final Map<String, Object> WAITING = new ConcurrentHashMap<>();
    private static final AtomicLong COUNTER = new AtomicLong();

    private record Cell(Magics magics, String source) {}

    private Handover() {}

    /** Leaves an object; the Java expression for it. */
    static String leave(Object value) {
        String key = "plegma-" + COUNTER.incrementAndGet();
        WAITING.put(key, value);
        return Handover.class.getName() + ".take(\"" + key + "\")";
    }

    /** Leaves a cell; the key to run it by. */
    static String leaveCell(Magics magics, String source) {
        String key = "plegma-" + COUNTER.incrementAndGet();
        WAITING.put(key, new Cell(magics, source));
        return key;
    }

    /** Called by generated Java: the object left under a key, once. */
    public static Object take(String key) {
        return WAITING.remove(key);
    }

    /** Called by generated Java: runs the cell left under a key and gives its result, ready to be shown. */
    public static @Nullable MimeBundle run(String key) throws Exception {
        Cell cell = (Cell) take(key);
        Object result = cell.magics.execute(cell.source);
        return result == null ? null : Renderers.render(result);
    }
}
