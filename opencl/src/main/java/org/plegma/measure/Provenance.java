package org.plegma.measure;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * What ran, on what, with which versions: facts by dotted name, such as {@code device.0.driver}, in a fixed order.
 *
 * <p>Names: date, command, seed; git.commit, git.changed; plegma.version, plegma.code (digits that differ if any class or
 * kernel does); java.version, java.vm; os.name, os.version,
 * os.arch; cpu.name, cpu.threads, memory.bytes; library.NAME; device.N.name, .vendor, .platform, .driver, .opencl,
 * .compute_units, .clock_mhz, .global_memory_bytes, .max_allocation_bytes, .local_memory_bytes, .cache_bytes,
 * .max_work_group_size. What was measured on several machines, or at several times, has the facts in which they agree
 * under these names, and those in which they do not as {@code node.N.NAME}: {@link #merge}, {@link #nodes}.
 */
public final class Provenance {

    /** The system property by which a program names the command that it runs. */
    public static final String COMMAND_PROPERTY = "plegma.command";

    private static final Pattern OF_NODE = Pattern.compile("node\\.(\\d+)\\.(.+)");

    private static final List<String> LIBRARIES =
            List.of("jocl", "tablesaw", "xchart", "jhdf", "commons-math3", "gson");

    private final Map<String, String> facts;

    private Provenance(Map<String, String> facts) {
        this.facts = Collections.unmodifiableMap(facts);
    }

    /**
     * The facts of this moment.
     *
     * @param devices the devices in use
     * @param seed the seed of random inputs
     */
    public static Provenance capture(List<Device> devices, long seed) {
        Preconditions.notNull(devices, "devices");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("command", System.getProperty(COMMAND_PROPERTY, javaCommand()));
        facts.put("seed", Long.toString(seed));
        git("rev-parse", "HEAD")
                .ifPresentOrElse(
                        commit -> {
                            facts.put("git.commit", commit);
                            git("status", "--porcelain", "--untracked-files=no")
                                    .ifPresent(
                                            changes -> facts.put("git.changed", Boolean.toString(!changes.isEmpty())));
                        },
                        () -> bundled(facts));
        Properties versions = versions();
        facts.put("plegma.version", versions.getProperty("plegma"));
        facts.put("plegma.code", RunningCode.digits());
        facts.put("java.version", System.getProperty("java.version"));
        facts.put("java.vm", System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"));
        for (String name : List.of("os.name", "os.version", "os.arch")) {
            facts.put(name, System.getProperty(name));
        }
        facts.put("cpu.name", cpuName());
        facts.put("cpu.threads", Integer.toString(Runtime.getRuntime().availableProcessors()));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os) {
            facts.put("memory.bytes", Long.toString(os.getTotalMemorySize()));
        }
        for (String library : LIBRARIES) {
            facts.put("library." + library, versions.getProperty(library));
        }
        for (int i = 0; i < devices.size(); i++) {
            describe(devices.get(i), "device." + i + ".", facts);
        }
        return new Provenance(facts);
    }

    /** What a bundle knows of the repository that it was made from. */
    private static void bundled(Map<String, String> facts) {
        for (String name : List.of("git.commit", "git.changed")) {
            String value = System.getProperty("plegma." + name, "");
            if (!value.isEmpty()) {
                facts.put(name, value);
            }
        }
    }

    /**
     * The facts of several machines or runs as one: {@link #nodes} gives them back, those of equal facts once.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Provenance merge(List<Provenance> parts) {
        Preconditions.notNull(parts, "parts");
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to merge.");
        }
        List<Provenance> nodes =
                parts.stream().flatMap(p -> p.nodes().stream()).distinct().toList();
        if (nodes.size() == 1) {
            return nodes.get(0);
        }
        Map<String, String> facts = new LinkedHashMap<>(nodes.get(0).facts);
        facts.entrySet()
                .removeIf(e -> !nodes.stream().allMatch(n -> e.getValue().equals(n.facts.get(e.getKey()))));
        // A node all of whose facts are common would have none of its own to be told by: one is left to each.
        if (nodes.stream().anyMatch(n -> n.facts.size() == facts.size())) {
            String first = facts.keySet().iterator().next();
            facts.remove(first);
        }
        List<String> common = List.copyOf(facts.keySet());
        for (int i = 0; i < nodes.size(); i++) {
            String prefix = "node." + i + ".";
            nodes.get(i).facts.forEach((name, value) -> {
                if (!common.contains(name)) {
                    facts.put(prefix + name, value);
                }
            });
        }
        return new Provenance(facts);
    }

    /** The facts of each machine or run that was {@linkplain #merge merged}, in order; these facts alone if none was. */
    public List<Provenance> nodes() {
        Map<String, String> common = new LinkedHashMap<>();
        Map<Integer, Map<String, String>> own = new TreeMap<>();
        facts.forEach((name, value) -> {
            Matcher ofNode = OF_NODE.matcher(name);
            if (ofNode.matches()) {
                own.computeIfAbsent(Integer.valueOf(ofNode.group(1)), n -> new LinkedHashMap<>())
                        .put(ofNode.group(2), value);
            } else {
                common.put(name, value);
            }
        });
        if (own.isEmpty()) {
            return List.of(this);
        }
        return own.values().stream()
                .map(facts -> {
                    Map<String, String> all = new LinkedHashMap<>(common);
                    all.putAll(facts);
                    return new Provenance(all);
                })
                .toList();
    }

    /** The same with one more fact, or another value of it. */
    public Provenance with(String name, String value) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(value, "value");
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Provenance(more);
    }

    /** All facts by name, in order. */
    public Map<String, String> facts() {
        return facts;
    }

    /** One fact; empty if it was not recorded, as {@code git.commit} outside a repository. */
    public Optional<String> fact(String name) {
        Preconditions.notNull(name, "name");
        return Optional.ofNullable(facts.get(name));
    }

    /** Columns {@code name} and {@code value}. */
    public Table table() {
        return Table.create(
                "provenance",
                StringColumn.create("name", facts.keySet()),
                StringColumn.create("value", facts.values()));
    }

    /** One JSON object, a string member a fact. */
    public String json() {
        return new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .create()
                .toJson(facts);
    }

    /** What {@link #json} wrote. */
    public static Provenance parse(String json) {
        Preconditions.notNull(json, "json");
        JsonObject object = JsonParser.parseString(json).getAsJsonObject();
        Map<String, String> facts = new LinkedHashMap<>();
        object.entrySet().forEach(e -> facts.put(e.getKey(), e.getValue().getAsString()));
        return new Provenance(facts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Provenance p && facts.equals(p.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        facts.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    private static void describe(Device device, String prefix, Map<String, String> facts) {
        facts.put(prefix + "name", device.name());
        facts.put(prefix + "vendor", device.vendor());
        facts.put(prefix + "platform", device.platformName());
        facts.put(prefix + "driver", device.driverVersion());
        facts.put(prefix + "opencl", device.openclVersion());
        facts.put(prefix + "compute_units", Integer.toString(device.computeUnits()));
        facts.put(prefix + "clock_mhz", Integer.toString(device.clockMhz()));
        facts.put(prefix + "global_memory_bytes", Long.toString(device.globalMemoryBytes()));
        facts.put(prefix + "max_allocation_bytes", Long.toString(device.maxAllocationBytes()));
        facts.put(prefix + "local_memory_bytes", Long.toString(device.localMemoryBytes()));
        facts.put(prefix + "cache_bytes", Long.toString(device.cacheBytes()));
        facts.put(prefix + "max_work_group_size", Long.toString(device.maxWorkGroupSize()));
    }

    /** What the virtual machine runs, without the folders of this machine. */
    private static String javaCommand() {
        return System.getProperty("sun.java.command", "unknown").replaceAll("(?<=^|\\s)/\\S*/(?=\\S)", "");
    }

    /** Versions by name, as the build wrote them. */
    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in = Provenance.class.getResourceAsStream("versions.properties")) {
            versions.load(Objects.requireNonNull(in, "the build writes versions.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }

    private static String cpuName() {
        Path info = Path.of("/proc/cpuinfo");
        try (var lines = Files.lines(info)) {
            return lines.filter(l -> l.startsWith("model name"))
                    .map(l -> l.substring(l.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** What git says about the working directory; empty without git or outside a repository. */
    private static Optional<String> git(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes()).strip();
            return process.waitFor() == 0 ? Optional.of(out) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
