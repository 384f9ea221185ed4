package org.plegma.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.device.Session;

/** The devices of an executor, and a session on each that was used. */
final class ExecutorDevices {
    /** The resource by which Spark's scheduler may assign devices; {@code DeviceDiscovery} tells their addresses. */
    static final String RESOURCE = "opencl";

    private static final Map<Device, Session> SESSIONS = new ConcurrentHashMap<>();

    private static final Map<List<Object>, Object> KEPT = new ConcurrentHashMap<>();

    private ExecutorDevices() {}

    /** The device whose model is meant: the one of this name, or the one that the executor prefers if none is named. */
    static Device wanted(String name) {
        return name.isEmpty() ? Devices.preferred() : Devices.find(name);
    }

    /** Those of a key that a task may use: the ones that the scheduler assigned, where it does, else all. */
    static List<Device> of(TaskContext task, String key) {
        ResourceInformation assigned = task.resourcesJMap().get(RESOURCE);
        return Devices.all().stream()
                .filter(d -> d.key().equals(key))
                .filter(d ->
                        assigned == null || Arrays.asList(assigned.addresses()).contains(Integer.toString(d.index())))
                .toList();
    }

    /** Opened once, and kept as long as the executor lives: what it has compiled serves the next task. */
    static Session session(Device device) {
        return SESSIONS.computeIfAbsent(device, Session::open);
    }

    /** An object that belongs to a session and has compiled code of use to later tasks. */
    static <T> T kept(Session session, Class<T> type, Supplier<T> maker) {
        return type.cast(KEPT.computeIfAbsent(List.of(session, type), key -> maker.get()));
    }
}
