package org.plegma.tune;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Session;

/**
 * Devices of a session on which the same takes the same time, at the same time: trials and measurements can be dealt out to them.
 *
 * @param sessions one for each, seen from it; the first is the one asked about
 * @param left for each other device of the session, why it is left out
 */
public record EqualDevices(List<Session> sessions, List<String> left) {
    /** Fails for nulls. */
    public EqualDevices {
        Preconditions.notNull(sessions, "sessions");
        Preconditions.notNull(left, "left");
        sessions = List.copyOf(sessions);
        left = List.copyOf(left);
    }

    /** Those that equal {@link Session#device()}: they have its name, memory and driver, and are no processors, whose cores are the same. */
    public static EqualDevices of(Session session) {
        Preconditions.notNull(session, "session");
        Device first = session.device();
        List<Session> equal = new ArrayList<>(List.of(session));
        List<String> left = new ArrayList<>();
        for (Device device : session.devices()) {
            if (device != first) {
                String why = difference(first, device);
                if (why.isEmpty()) {
                    equal.add(session.on(device));
                } else {
                    left.add("Device " + device.index() + " is left out: " + why + ".");
                }
            }
        }
        return new EqualDevices(equal, left);
    }

    private static String difference(Device first, Device device) {
        if (!device.name().equals(first.name())) {
            return "it is " + device.name() + ", not " + first.name();
        } else if (device.globalMemoryBytes() != first.globalMemoryBytes()) {
            return "it has " + device.globalMemoryBytes() + " bytes of memory, not " + first.globalMemoryBytes();
        } else if (!device.driverVersion().equals(first.driverVersion())) {
            return "its driver is " + device.driverVersion() + ", not " + first.driverVersion();
        } else if (device.kind() == Device.Kind.CPU) {
            return "processors share their cores, so that times of two at once are too long";
        }
        return "";
    }

    /** How many devices there are, and what is left out; empty if the session has one device. */
    public String text() {
        if (sessions.size() == 1 && left.isEmpty()) {
            return "";
        }
        String used = sessions.size() == 1
                ? "On device " + sessions.get(0).device().index() + " alone."
                : "In waves on " + sessions.size() + " equal devices.";
        return left.isEmpty() ? used : used + " " + String.join(" ", left);
    }
}
