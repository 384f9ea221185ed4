package org.plegma.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.NoSuchDeviceException;
import org.plegma.device.errors.OpenClUnavailableException;

/** The OpenCL devices of this machine. They are looked up once in the life of the Java process. */
public final class Devices {
    /** Environment variable that names the preferred device. */
    public static final String VARIABLE = "PLEGMA_DEVICE";

    /** Digits and a dash alone: no device has such a name. */
    private static final Pattern RANGE = Pattern.compile("(\\d*)\\s*-\\s*(\\d*)");

    private Devices() {}

    /**
     * All devices, GPUs first, then accelerators, then CPUs, each in the order of the drivers.
     *
     * @throws OpenClUnavailableException if there is no OpenCL loader or no device; the message says what to install
     */
    public static List<Device> all() {
        return Driver.devices();
    }

    /**
     * The device of an index, or the first whose name, vendor or platform contains a text, upper or lower case. A number
     * is always an index: the 1 in the name of another device is not meant.
     *
     * @throws NoSuchDeviceException if there is none; the message lists those that exist
     */
    public static Device find(String nameOrIndex) {
        return find(nameOrIndex, "");
    }

    /**
     * The devices of a list with commas, each as {@link #find} takes it, or several by their first and last index, {@code 0-7}, or
     * {@code all} that are of the kind of {@link #preferred}. One that is named twice is there twice.
     *
     * @throws NoSuchDeviceException if there is no such device, or a range has no end or runs backwards
     */
    public static List<Device> findAll(String list) {
        Preconditions.notNull(list, "list");
        List<Device> found = new ArrayList<>();
        for (String one : list.split(",", -1)) {
            String name = one.strip();
            if (name.equals("all")) {
                Device.Kind kind = preferred().kind();
                found.addAll(
                        all().stream().filter(device -> device.kind() == kind).toList());
                continue;
            }
            Matcher range = RANGE.matcher(name);
            if (!range.matches()) {
                found.add(find(one));
                continue;
            }
            if (range.group(1).isEmpty() || range.group(2).isEmpty()) {
                throw new NoSuchDeviceException("'" + name
                        + "' is no range of devices: give the first and the last, such as 0-" + (all().size() - 1)
                        + ".");
            }
            int first = find(range.group(1)).index();
            int last = find(range.group(2)).index();
            if (last < first) {
                throw new NoSuchDeviceException(
                        "The range of devices '" + name + "' runs backwards: give " + last + "-" + first + ".");
            }
            found.addAll(all().subList(first, last + 1));
        }
        return found;
    }

    /** The device that {@value #VARIABLE} names, else the first of {@link #all()}. */
    public static Device preferred() {
        String wanted = System.getenv(VARIABLE);
        return wanted == null || wanted.isBlank() ? all().get(0) : find(wanted, " (from " + VARIABLE + ")");
    }

    /** What keeps OpenCL from working here, with the cure; empty if there is a device. */
    public static Optional<String> problem() {
        try {
            all();
            return Optional.empty();
        } catch (OpenClUnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Device find(String nameOrIndex, String origin) {
        List<Device> devices = all();
        String wanted = nameOrIndex.strip().toLowerCase(Locale.ROOT);
        if (wanted.matches("\\d+")) {
            for (Device device : devices) {
                if (wanted.equals(Integer.toString(device.index()))) {
                    return device;
                }
            }
        } else if (!wanted.isEmpty()) {
            for (Device device : devices) {
                String text = device.name() + "\n" + device.vendor() + "\n" + device.platformName();
                if (text.toLowerCase(Locale.ROOT).contains(wanted)) {
                    return device;
                }
            }
        }
        throw new NoSuchDeviceException("No OpenCL device '" + nameOrIndex + "'" + origin + ". There are: "
                + devices.stream().map(Device::toString).collect(Collectors.joining("; ")) + ".");
    }
}
