package org.plegma.spark;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.device.Devices;

/**
 * Tells Spark's scheduler the OpenCL devices of a machine, as the resource {@code opencl}: the program that the script
 * {@code discover-devices.sh} runs.
 */
public final class DeviceDiscovery {
    private DeviceDiscovery() {}

    /**
     * Prints the addresses of devices as Spark reads them.
     *
     * @param arguments nothing for all devices, or parts of the names of those that are meant
     */
    public static void main(String[] arguments) {
        System.out.println(json(arguments));
    }

    static String json(String... names) {
        return Devices.all().stream()
                .filter(device -> names.length == 0
                        || Stream.of(names)
                                .anyMatch(name ->
                                        device.name().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT))))
                .map(device -> "\"" + device.index() + "\"")
                .collect(Collectors.joining(
                        ",", "{\"name\":\"" + ExecutorDevices.RESOURCE + "\",\"addresses\":[", "]}"));
    }
}
