package org.plegma.device.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.errors.KernelArgumentException;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OpenClUnavailableException;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.source.DivisionGuard;
import org.plegma.device.source.GuardedSource;
import org.plegma.device.source.KernelParameter;
import org.plegma.device.source.LoopGuard;
import org.plegma.device.source.ScalarArguments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates each launch of a kernel before it happens, on copies of its arguments, in a process of its own:
 * {@code kernel.withCheck(new OclgrindCheck())}. On a device a store beyond an array may end this whole process, and a loop
 * without end hangs it; here both are errors with a place, and so are data races, barriers that not all work-items reach, and
 * values that are used before they are set. Two work-items that store the same value at one place race, too: OpenCL does not
 * say what comes out.
 *
 * <p>The simulator is Oclgrind (Price and McIntosh-Smith, <i>Oclgrind: an extensible OpenCL device simulator</i>, IWOCL
 * 2015), by its command {@code oclgrind-kernel}. It takes a thousand times as long as a device, so launches of more than
 * {@value #MOST_ITEMS} work-items are refused. It does not see a division of whole numbers by zero, so these are made stores
 * that it sees ({@link DivisionGuard}). It takes an array that is given twice for two arrays.
 *
 * <p>What is not over soon is simulated again with loops that count their rounds ({@link LoopGuard}). So a loop without end is told
 * with its line, and a kernel that takes long but comes to its end is not ended, unless a limit is given.
 */
public final class OclgrindCheck implements ArgumentCheck {
    /** The largest launch that is simulated. */
    public static final int MOST_ITEMS = 1 << 16;

    private static final Logger LOG = LoggerFactory.getLogger(OclgrindCheck.class);
    /** Of the processor, after which loops are counted. */
    private static final int SOON = 3;
    /** Of the processor, where not all loops can be counted. */
    private static final int SECONDS = 30;

    private static final long ROUNDS = 1 << 23;
    private static final int GROUP = 64;

    private final Path command;
    private final int soon;
    private final int seconds;
    private final long rounds;

    private enum Run {
        ENDED,
        NOT_COMPILED,
        GOES_ON
    }

    /**
     * Without a limit for what comes to its end.
     *
     * @throws OpenClUnavailableException if Oclgrind is not installed
     */
    public OclgrindCheck() {
        this(Integer.MAX_VALUE);
    }

    /** With the longest time of the processor, in seconds, that a simulation may take. */
    public OclgrindCheck(int seconds) {
        this(Math.min(seconds, SOON), seconds, ROUNDS);
    }

    /**
     * @param soon seconds until loops are counted; 0 for at once
     * @param rounds after which a loop that goes on has no end
     */
    OclgrindCheck(int soon, int seconds, long rounds) {
        this.soon = soon;
        this.seconds = seconds;
        this.rounds = rounds;
        command = OclgrindProcess.command()
                .orElseThrow(() -> new OpenClUnavailableException(
                        "Checked launches need the command oclgrind-kernel, which is not on PATH. Install it: apt-get install oclgrind",
                        null));
    }

    /** A check if Oclgrind is installed, with the longest time of the processor, in seconds, that a simulation may take. */
    public static Optional<OclgrindCheck> ifInstalled(int seconds) {
        return OclgrindProcess.command().map(path -> new OclgrindCheck(seconds));
    }

    /**
     * @throws KernelFaultException if the kernel does what it must not
     * @throws LaunchLimitException if the launch is too large to simulate, or has an offset, which Oclgrind's command lacks
     */
    @Override
    public void check(Kernel kernel, List<Object> arguments) {
        long items = Arrays.stream(kernel.global()).reduce(1, (a, b) -> a * b);
        if (items > MOST_ITEMS) {
            throw new LaunchLimitException(kernel.name() + ": a checked launch simulates each work-item, and " + items
                    + " are more than " + MOST_ITEMS + ". Try it on a smaller problem, or launch without the check.");
        }
        if (kernel.hasOffset()) {
            throw new LaunchLimitException(kernel.name()
                    + ": a checked launch cannot have an offset. Add it in the kernel, or launch without the check.");
        }
        try {
            Path folder = Files.createTempDirectory("plegma-oclgrind");
            try {
                findFaults(kernel, arguments, folder);
                findUninitialized(kernel, arguments, folder);
            } finally {
                try (Stream<Path> files = Files.list(folder)) {
                    files.forEach(file -> file.toFile().delete());
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Oclgrind cannot run: " + e.getMessage(), e);
        }
    }

    private void findFaults(Kernel kernel, List<Object> arguments, Path folder) throws IOException {
        String source = kernel.program().source();
        DivisionGuard divisions = new DivisionGuard(source, kernel.program().options());
        Run run = Run.NOT_COMPILED;
        if (divisions.isNeeded() && soon > 0) {
            run = run(kernel, arguments, folder, GuardedSource.of(source, divisions), soon, false);
        }
        if (run == Run.NOT_COMPILED) {
            run = soon > 0 ? run(kernel, arguments, folder, null, soon, false) : Run.GOES_ON;
        }
        if (run == Run.ENDED) {
            return;
        }
        LoopGuard loops = new LoopGuard(source, kernel.program().options());
        int limit = loops.isComplete() ? seconds : Math.min(seconds, SECONDS);
        run = Run.NOT_COMPILED;
        if (loops.isNeeded() && divisions.isNeeded()) {
            run = run(kernel, arguments, folder, GuardedSource.of(source, divisions, loops, rounds), limit, true);
        }
        if (loops.isNeeded() && run == Run.NOT_COMPILED) {
            run = run(kernel, arguments, folder, GuardedSource.of(source, null, loops, rounds), limit, true);
        }
        boolean isCounted = loops.isComplete() && run != Run.NOT_COMPILED;
        if (run == Run.NOT_COMPILED) {
            limit = Math.min(seconds, SECONDS);
            run = run(kernel, arguments, folder, null, limit, true);
        }
        if (run == Run.GOES_ON && isCounted) {
            throw new LaunchLimitException(
                    kernel.name() + " takes more than " + limit + " s of simulation. Try a smaller problem.");
        } else if (run == Run.GOES_ON) {
            throw new KernelFaultException(
                    kernel.name() + " has not come to its end after " + limit + " s of simulation. Look for a loop"
                            + " that does not end, or try a smaller problem.",
                    source,
                    null);
        }
    }

    /** @throws KernelFaultException if it does what it must not */
    private Run run(
            Kernel kernel,
            List<Object> arguments,
            Path folder,
            @Nullable GuardedSource guard,
            int limit,
            boolean isLong)
            throws IOException {
        String source = guard == null ? kernel.program().source() : guard.text();
        OclgrindProcess process = start(kernel, arguments, folder, source, "", "--data-races", "--uniform-writes");
        boolean ended = process.hasEnded(limit, isLong);
        Optional<OclgrindReport> found = OclgrindReport.first(process.log());
        if (found.isPresent()) {
            boolean isSame = found.get().isOfStores() && !racesWithDifferentValues(kernel, arguments, folder, source);
            throw found.get().exception(kernel, arguments, guard, isSame);
        } else if (!ended) {
            return Run.GOES_ON;
        } else if (process.exitValue() != 0 && guard == null) {
            throw new IOException("it ended with " + process.exitValue() + ": " + process.output());
        }
        return process.exitValue() == 0 ? Run.ENDED : Run.NOT_COMPILED;
    }

    /** Whether there is a race, or any other fault, besides stores of the same value; yes if Oclgrind does not tell. */
    private boolean racesWithDifferentValues(Kernel kernel, List<Object> arguments, Path folder, String source)
            throws IOException {
        OclgrindProcess process = start(kernel, arguments, folder, source, "", "--data-races");
        boolean ended = process.hasEnded(Math.min(seconds, SECONDS), false);
        return !ended
                || process.exitValue() != 0
                || OclgrindReport.first(process.log()).isPresent();
    }

    /**
     * Looks for values that are used before they are set. Arrays of the caller's are set. In a run of its own and without
     * optimisation, which takes such values for any; what Oclgrind fails in is told in the log of the program and let through.
     */
    private void findUninitialized(Kernel kernel, List<Object> arguments, Path folder) throws IOException {
        String source = kernel.program().source();
        OclgrindProcess process = start(kernel, arguments, folder, source, "-cl-opt-disable", "--uninitialized");
        boolean ended = process.hasEnded(Math.min(seconds, SECONDS), false);
        if (!ended || process.exitValue() != 0 || process.hasFailedItself()) {
            LOG.warn(
                    "{}: values that are used before they are set were not looked for, since Oclgrind {}",
                    kernel.name(),
                    ended ? "fails in this kernel" : "takes longer than " + Math.min(seconds, SECONDS) + " s for it");
            return;
        }
        OclgrindReport.first(process.log()).ifPresent(fault -> {
            throw fault.exception(kernel, arguments, null, false);
        });
    }

    private OclgrindProcess start(
            Kernel kernel, List<Object> arguments, Path folder, String source, String buildOption, String... options)
            throws IOException {
        Path code = folder.resolve("kernel.cl");
        Path launch = folder.resolve("launch.sim");
        Files.writeString(code, source);
        Files.writeString(launch, code + "\n" + kernel.name() + "\n" + sizes(kernel) + values(kernel, arguments));
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(options));
        String build = String.join(" ", kernel.program().options()) + " " + buildOption;
        line.addAll(List.of("--build-options", build.strip(), launch.toString()));
        return new OclgrindProcess(kernel.name(), folder, line);
    }

    private static String sizes(Kernel kernel) {
        long[] global = kernel.global();
        long[] local = kernel.local();
        if (local.length == 0) {
            local = kernel.resources().requiredWorkGroupSize().stream()
                    .mapToLong(Number::longValue)
                    .toArray();
        }
        if (local.length == 0) { // any will do, as the caller did not care
            local = new long[] {
                IntStream.rangeClosed(1, GROUP)
                        .filter(size -> global[0] % size == 0)
                        .max()
                        .getAsInt()
            };
        }
        return three(global) + three(local);
    }

    private static String three(long[] sizes) {
        return IntStream.range(0, 3)
                .mapToObj(d -> Long.toString(d < sizes.length ? sizes[d] : 1))
                .collect(Collectors.joining(" ", "", "\n"));
    }

    /** The arguments in the command's format, all as bit patterns: it does not read NaN or infinity. */
    private static String values(Kernel kernel, List<Object> arguments) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            Object value = arguments.get(i);
            KernelParameter parameter = kernel.parameters().get(i);
            if (value instanceof LocalMemory local) {
                text.append("<size=").append(local.bytes()).append(">\n");
            } else if (parameter.isPointer()) {
                append(text, host(value));
            } else {
                append(
                        text,
                        ScalarArguments.encode(parameter, value, KernelArgumentException::new)
                                .bytes());
            }
        }
        return text.toString();
    }

    /** The elements of an array argument, as a primitive array. */
    static Object host(Object value) {
        if (value instanceof DeviceArray array) {
            Object host = Array.newInstance(array.type().javaType(), Math.toIntExact(array.length()));
            array.download(host);
            return host;
        }
        return value instanceof Grid grid ? grid.data() : value;
    }

    private static void append(StringBuilder text, Object array) {
        ElementType type = ElementType.of(array);
        IntFunction<Object> bits =
                switch (type) {
                    case FLOAT -> i -> Float.floatToRawIntBits(((float[]) array)[i]);
                    case DOUBLE -> i -> Double.doubleToRawLongBits(((double[]) array)[i]);
                    case BYTE -> i -> ((byte[]) array)[i] & 0xff;
                    default -> i -> Array.get(array, i);
                };
        String name =
                switch (type) {
                    case FLOAT -> "int";
                    case DOUBLE -> "long";
                    case BYTE -> "uchar";
                    default -> type.openclName();
                };
        int length = Array.getLength(array);
        text.append("<size=")
                .append((long) length * type.bytes())
                .append(' ')
                .append(name)
                .append(">\n");
        for (int i = 0; i < length; i++) {
            text.append(bits.apply(i)).append(' ');
        }
        text.append('\n');
    }
}
