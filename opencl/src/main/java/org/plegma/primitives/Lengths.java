package org.plegma.primitives;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** What plans ask of their arrays. */
final class Lengths {
    private Lengths() {}

    static int require(int length) {
        if (length < 0) {
            throw new IllegalArgumentException("The length must be 0 or more, found " + length + ".");
        }
        return length;
    }

    /** How many elements an array has, if places in it are numbers of type int. */
    static int number(String what, long length) {
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("The " + what + " must have at most " + Integer.MAX_VALUE
                    + " elements, as places are int, found " + length + ". Take views of it, one after the other.");
        }
        return (int) length;
    }

    static void require(String what, DeviceArray array, ElementType type, int length) {
        if (array.type() != type || array.length() != length) {
            throw new IllegalArgumentException("The " + what + " must be " + type.javaName() + "[" + length
                    + "], found " + array.type().javaName() + "[" + array.length() + "].");
        }
    }

    /** Throws if two arrays have elements in common: what is written would be read again. */
    static void requireApart(String what, DeviceArray one, String which, DeviceArray other) {
        if (one.overlaps(other)) {
            throw new IllegalArgumentException(
                    "The " + what + " and the " + which + " overlap: give another array for the " + which + ".");
        }
    }

    /** The last event; one that has ended if there was nothing to do. */
    static Event last(Session session, List<Event> events, String label) {
        return events.isEmpty() ? session.compute().nothing(label) : events.get(events.size() - 1);
    }
}
