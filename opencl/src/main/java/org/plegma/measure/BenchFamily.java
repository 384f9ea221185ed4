package org.plegma.measure;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.plegma.device.Device;

/**
 * The standard cases of one kernel family, for {@code plegma bench} and the reports. Families are found by their entries in
 * {@code META-INF/services/org.plegma.measure.BenchFamily}.
 */
public interface BenchFamily {

    /** The name by which it is asked for; its cases have it as their family. */
    String name();

    /** What it measures, in a sentence. */
    String description();

    /** The cases that make sense on a device, sized for it. Cheap: nothing is allocated or compiled yet. */
    List<BenchCase> cases(Device device);

    /**
     * The cases that make sense on several devices together, the first of which is that of the bench's session.
     *
     * @throws IllegalArgumentException if there are several, and the family has no cases for them
     */
    default List<BenchCase> cases(List<Device> devices) {
        if (devices.size() != 1) {
            throw new IllegalArgumentException("The bench family '" + name() + "' measures one device, not "
                    + devices.size() + " together: choose one by --device.");
        }
        return cases(devices.get(0));
    }

    /** What its measurements say together, a line each, such as a ratio that is promised; nothing if nothing is said. */
    default List<String> remarks(List<Measurement> measurements) {
        return List.of();
    }

    /** The families of this build, by name. */
    static List<BenchFamily> all() {
        return ServiceLoader.load(BenchFamily.class, BenchFamily.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    /**
     * A family by its name.
     *
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    static BenchFamily find(String name) {
        return all().stream()
                .filter(f -> f.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no bench family '" + name + "'; there are "
                        + all().stream().map(BenchFamily::name).collect(Collectors.joining(", ")) + "."));
    }
}
