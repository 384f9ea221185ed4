package org.plegma.device.vectors;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.AtomicFile;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.source.CacheFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which functions of vectors a device computes as it computes those of numbers, lane by lane.
 *
 * <p>A function is tried when it is first asked for, with each type on its own, which takes about half a second; the
 * outcome is kept in the cache folder for this device, driver and driver's compiler. Only CPU devices are tried: on GPUs, and in
 * simulators, a vector is a way to write several numbers.
 */
public class VectorFunctions {
    private static final Logger LOG = LoggerFactory.getLogger(VectorFunctions.class);
    private static final int FORMAT = 1;
    private static final Map<Device, VectorFunctions> ALL = new ConcurrentHashMap<>();

    private final Device device;
    private final Path folder;
    private final Map<String, List<LaneFault>> known = new ConcurrentHashMap<>();

    VectorFunctions(Device device, Path folder) {
        this.device = device;
        this.folder = folder;
    }

    /** Those of a device. */
    public static VectorFunctions of(Device device) {
        return ALL.computeIfAbsent(
                device,
                key -> new VectorFunctions(
                        key, CacheFolder.path().resolve("vectors").resolve(key.key())));
    }

    /** Whether the function may be called with vectors of so many lanes; with 1 it always may. */
    public boolean mayCall(VectorFunction function, ElementType type, int width) {
        return width == 1 || faults(function, type).stream().noneMatch(fault -> fault.width() == width);
    }

    /** The lanes in which a function is wrong, of vectors of all widths; empty if there are none. */
    public List<LaneFault> faults(VectorFunction function, ElementType type) {
        return isTried()
                ? known.computeIfAbsent(function.text() + "-" + type.openclName(), key -> kept(function, type))
                : List.of();
    }

    /** The same of all functions and types; it takes half a minute if none was tried before. */
    public List<LaneFault> faults() {
        return all(this::faults);
    }

    /** Those that were found so far, without a try. */
    public List<LaneFault> faultsFound() {
        return all((function, type) -> load(file(function, type)).orElse(List.of()));
    }

    private List<LaneFault> all(BiFunction<VectorFunction, ElementType, List<LaneFault>> of) {
        List<LaneFault> all = new ArrayList<>();
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            if (isTried() && (type == ElementType.FLOAT || device.supportsDouble())) {
                for (VectorFunction function : VectorFunction.values()) {
                    all.addAll(of.apply(function, type));
                }
            }
        }
        return all;
    }

    /** The vectors with faults in a line, such as {@code pow(double8), pow(double16)}; empty if there are none. */
    public static String summary(List<LaneFault> faults) {
        return faults.stream()
                .map(fault -> "%s(%s%s)"
                        .formatted(fault.function().text(), fault.type().openclName(), fault.width()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private boolean isTried() {
        return device.kind() == Device.Kind.CPU && !device.isOclgrind();
    }

    private List<LaneFault> kept(VectorFunction function, ElementType type) {
        Path file = file(function, type);
        return load(file).orElseGet(() -> {
            try (Session session = Session.open(device)) {
                List<LaneFault> faults = new LaneCheck(function, type).run(session);
                store(file, faults);
                return faults;
            }
        });
    }

    private Path file(VectorFunction function, ElementType type) {
        return folder.resolve(function.text() + "-" + type.openclName() + ".json");
    }

    private Optional<List<LaneFault>> load(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Stored stored = new Gson().fromJson(Files.readString(file), Stored.class);
            boolean same = stored != null
                    && stored.format == FORMAT
                    && device.platformVersion().equals(stored.platform)
                    && stored.faults != null;
            return same ? Optional.of(List.copyOf(stored.faults)) : Optional.empty();
        } catch (IOException | JsonParseException e) {
            LOG.warn("What was found in {} cannot be read and will be tried again: {}", file, e.toString());
            return Optional.empty();
        }
    }

    private void store(Path file, List<LaneFault> faults) {
        Stored stored = new Stored();
        stored.format = FORMAT;
        stored.platform = device.platformVersion();
        stored.faults = faults;
        String json =
                new GsonBuilder().serializeSpecialFloatingPointValues().create().toJson(stored);
        try {
            AtomicFile.replace(file, temporary -> Files.writeString(temporary, json));
        } catch (UncheckedIOException e) {
            LOG.warn("What functions of vectors do is not kept: {}", e.getMessage());
        }
    }

    /**
     * Source of a function of vectors that calls the one of numbers for each lane.
     *
     * @param name what it is called
     */
    public static String laneByLane(String name, VectorFunction function, ElementType type, int width) {
        List<String> names = List.of("a", "b", "c").subList(0, function.arity());
        String vector = type.openclName() + width;
        String lanes = IntStream.range(0, width)
                .mapToObj(lane -> names.stream()
                        .map(argument -> argument + ".s" + Integer.toHexString(lane))
                        .collect(Collectors.joining(", ", function.text() + "(", ")")))
                .collect(Collectors.joining(", "));
        String parameters = names.stream()
                .map(argument -> "const " + vector + " " + argument)
                .collect(Collectors.joining(", "));
        return "%s %s(%s) {\n    return (%s)(%s);\n}\n".formatted(vector, name, parameters, vector, lanes);
    }

    /** The file's contents. */
    private static final class Stored {
        private int format;
        private @Nullable String platform;
        private @Nullable List<LaneFault> faults;
    }
}
