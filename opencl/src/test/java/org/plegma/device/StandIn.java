package org.plegma.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jocl.CL;
import org.plegma.device.source.BinaryCache;
import org.plegma.device.source.Build;

/**
 * Sessions on devices that are elsewhere. For what is planned and launched there PoCL runs empty kernels in place of theirs, which
 * compute nothing, and each launch is told; for kernels in plain OpenCL it runs these.
 */
public final class StandIn {
    /** A function that is a kernel, up to its brace, and the rest of it: all sources are formatted so. */
    private static final Pattern KERNEL = Pattern.compile("(?ms)^((?:__)?kernel\\b)([^{;]*\\{).*?^\\}");

    private static final Pattern ATTRIBUTE = Pattern.compile("__attribute__\\(\\(\\w+\\([^()]*\\)\\)\\)");

    static final Pattern ASSEMBLY = Pattern.compile("\\basm\\b\\s*(?:volatile\\b\\s*)?(?=\\()");

    private StandIn() {}

    /** A launch: the kernel with its sizes, and what it is given. */
    public record Launch(Kernel kernel, List<Object> arguments) {}

    /**
     * Of an H200, under another name, so that it has no tuned values.
     *
     * @param macros on which the parameters of kernels depend
     */
    public static Session h200(Consumer<Launch> launches, String... macros) {
        return open(KnownDevices.h200(host(), "NVIDIA H200 elsewhere"), launches, macros);
    }

    /** Of a GPU of AMD, as {@link #h200}. */
    public static Session mi250(Consumer<Launch> launches, String... macros) {
        return open(KnownDevices.mi250(host()), launches, macros);
    }

    /** A processor that says that it is a GPU of AMD, so that kernels for GPUs in plain OpenCL are chosen, and run. */
    public static Session runningAsMi250() {
        DeviceContext context =
                new DeviceContext(KnownDevices.mi250(host()), 0, false, Optional.empty(), Uncached::new, List.of());
        return new Session(List.of(context), context);
    }

    /** A processor whose compiled programs are kept on disk, as those of other devices are. */
    public static Session keepingPrograms() {
        DeviceContext context = new DeviceContext(
                host(),
                0,
                false,
                Optional.empty(),
                own -> new Compiler(own, Optional.of(BinaryCache.standard())),
                List.of());
        return new Session(List.of(context), context);
    }

    /** A processor that says that it is an H200, and does what the instructions of tensor cores do: see {@link EmulatedPtx}. */
    public static Session runningAsH200() {
        return running("NVIDIA H200 elsewhere");
    }

    /** As {@link #runningAsH200}, but it says that tensor cores are slow in double, as those of an H20 are. */
    public static Session runningAsH20() {
        return running("NVIDIA H20");
    }

    private static Session running(String name) {
        DeviceContext context = new DeviceContext(
                KnownDevices.h200(host(), name),
                0,
                false,
                Optional.empty(),
                own -> new Uncached(own) {
                    @Override
                    Build compile(String source, List<String> options) {
                        return super.compile(EmulatedPtx.emulated(source), options);
                    }
                },
                List.of());
        return new Session(List.of(context), context);
    }

    private static Device host() {
        return Devices.all().stream().filter(Device::isPocl).findFirst().orElseThrow();
    }

    private static Session open(Device device, Consumer<Launch> launches, String... macros) {
        ArgumentCheck note = (kernel, arguments) -> launches.accept(new Launch(kernel, arguments));
        DeviceContext context = new DeviceContext(
                device, 0, false, Optional.empty(), own -> new Emptied(own, Set.of(macros)), List.of(note));
        return new Session(List.of(context), context);
    }

    /** What this driver compiles is not what one of that device would find in the cache. */
    private static class Uncached extends Compiler {
        Uncached(DeviceContext context) {
            super(context);
        }

        @Override
        Build compile(String source, List<String> options) {
            return forDevice(
                    source,
                    options.stream()
                            .filter(option -> !option.startsWith(Session.PTX_TARGET))
                            .toList());
        }

        @Override
        String allOptions(List<String> options, boolean parameterNames) {
            return String.join(" ", options) + " -cl-kernel-arg-info";
        }
    }

    /** Compiles no more of a program than the heads of its kernels, and equal ones once. */
    private static final class Emptied extends Uncached {
        private final Set<String> macros;
        private final Map<List<String>, Build> builds = new ConcurrentHashMap<>();

        Emptied(DeviceContext context, Set<String> macros) {
            super(context);
            this.macros = macros;
        }

        @Override
        Build compile(String source, List<String> options) {
            List<String> needed = options.stream()
                    .filter(option -> macros.contains(option.replaceFirst("^-D(\\w+).*", "$1")))
                    .toList();
            List<String> key = new ArrayList<>(needed);
            key.add(emptied(source));
            Build build = builds.computeIfAbsent(key, k -> forDevice(emptied(source), needed));
            CL.clRetainProgram(build.handle()); // as each of its programs releases it
            return build;
        }
    }

    static String emptied(String source) {
        StringBuilder text = new StringBuilder(KERNEL.matcher(source)
                .replaceAll(kernel -> Matcher.quoteReplacement(
                        kernel.group(1) + ATTRIBUTE.matcher(kernel.group(2)).replaceAll("") + "}")));
        Matcher assembly = ASSEMBLY.matcher(text);
        while (assembly.find()) {
            text.replace(assembly.start(), closing(text, assembly.end()), "(void)0");
            assembly.reset(text);
        }
        return text.toString();
    }

    /** Behind the parenthesis that closes the one at a place. */
    static int closing(CharSequence text, int open) {
        int depth = 0;
        boolean quoted = false;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (!quoted) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            if (depth == 0) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("a parenthesis is open");
    }
}
