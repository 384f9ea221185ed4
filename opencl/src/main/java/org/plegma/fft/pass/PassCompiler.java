package org.plegma.fft.pass;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.fft.arithmetic.Butterfly;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.arithmetic.Turns;
import org.plegma.fft.pass.LinePass.Turn;
import org.plegma.fft.pass.PassStep.Table;

/** Makes kernels of the passes of a plan: one of its own for each on a GPU, one for all on a CPU. */
public final class PassCompiler {
    /** Lines that a CPU takes at once, one in each lane of a vector. */
    private static final int LANES = 8;

    static final String ALTERNATION = "both_passes";

    private final Session session;
    private final ElementType type;
    private final boolean cpu;
    private final PassLimits limits;

    /** The program that serves all passes of a plan on a CPU, once it is compiled. */
    private @Nullable Program shared;

    public PassCompiler(Session session, ElementType type, Code code) {
        this.session = session;
        this.type = type;
        this.cpu = code == Code.CPU;
        this.limits = cpu ? PassLimits.ofCpu() : PassLimits.ofGpu(session.device(), type, code);
    }

    /** The kind of device that code is made for. */
    public enum Code {
        CPU,
        GPU,
        /** With as many registers as NVIDIA's GPUs have. */
        NVIDIA,
        /** With local memory for long columns besides. */
        HOPPER;

        public static Code of(Device device) {
            if (device.kind() == Kind.CPU) {
                return CPU;
            }
            boolean roomy = device.declaredLocalMemoryBytes() > device.localMemoryBytes();
            return !device.isNvidia() ? GPU : roomy ? HOPPER : NVIDIA;
        }
    }

    public PassLimits limits() {
        return limits;
    }

    /** A kernel with its sizes and its arguments behind input and output. */
    record Launch(Kernel kernel, List<Object> arguments) {}

    /** The launches of the passes, and the program that holds their kernels. */
    record Compiled(Program program, List<Launch> launches) {}

    Compiled compile(List<LinePass> passes, Workspace work) {
        return cpu ? cpu(passes, work.tables(), work.scratch()) : gpu(passes, work.tables());
    }

    /** The reals that a pass needs besides its arrays. */
    long scratch(LinePass pass) {
        return cpu ? workers(pass) * 4 * LANES * pass.n() : 0;
    }

    /** Work-items on a CPU: some for each core, so that all end at about the same time. */
    private long workers(LinePass pass) {
        return Math.min(
                (pass.lines() + LANES - 1) / LANES, 4L * session.device().computeUnits());
    }

    /** The source of the kernels {@code pass0}, {@code pass1} … on a GPU. */
    public static String gpuSource(List<LinePass> passes, ElementType type, PassLimits limits) {
        List<LineTile> tiles =
                passes.stream().map(pass -> LineTile.of(pass, type, limits)).toList();
        StringBuilder source = new StringBuilder(LinePrelude.of(tiles, type));
        for (int i = 0; i < passes.size(); i++) {
            LinePass pass = passes.get(i);
            String name = "pass" + i;
            source.append(kernel(pass, tiles.get(i), type, limits, name)).append('\n');
        }
        return source.toString();
    }

    private static String kernel(LinePass pass, LineTile tile, ElementType type, PassLimits limits, String name) {
        if (FullLine.takes(pass, limits)) {
            return new FullLine(pass).kernel(name);
        }
        return RealLines.takes(pass, type, limits)
                ? new RealLines(pass, tile).kernel(name)
                : new LinePassGenerator(pass, tile).kernel(name);
    }

    private Compiled gpu(List<LinePass> passes, FactorTables tables) {
        List<LinePass> distinct = List.copyOf(new LinkedHashSet<>(passes));
        Program program = session.compile(gpuSource(distinct, type, limits), options());
        List<Launch> launches = new ArrayList<>();
        for (LinePass pass : passes) {
            LineTile tile = LineTile.of(pass, type, limits);
            long groups = (pass.lines() + tile.lines() - 1) / tile.lines();
            if (FullLine.takes(pass, limits)) {
                groups = Math.min(groups, session.device().computeUnits());
            }
            Kernel kernel = program.kernel("pass" + distinct.indexOf(pass));
            kernel = tile.columns()
                    ? kernel.global(groups * tile.lines(), tile.items()).local(tile.lines(), tile.items())
                    : kernel.global(groups * tile.items(), tile.lines()).local(tile.items(), tile.lines());
            List<Object> arguments = new ArrayList<>();
            arguments.add(tables.factors(tile.radices(), pass.hasMiddle() ? tile.back() : List.of()));
            arguments.add(tables.turns(pass));
            if (pass.isChirped()) {
                arguments.add(tables.of(Table.chirp(pass.chirp())));
            }
            launches.add(new Launch(kernel, arguments));
        }
        return new Compiled(program, launches);
    }

    /** Two passes in one kernel, which {@link AlternatingSteps} launches. */
    Program compile(Alternation alternation) {
        String source = LinePrelude.of(List.of(alternation.firstTile(), alternation.secondTile()), type);
        return session.compile(source + alternation.kernel(ALTERNATION), options());
    }

    /** Two passes in chunks, if their groups can be together. */
    Optional<Alternation> alternation(LinePass first, LinePass second, long inner, int chunks) {
        return cpu ? Optional.empty() : Alternation.of(first, second, inner, chunks, type, limits);
    }

    /** Columns are long where NVIDIA's instructions are to be had, and in tests. */
    private String[] options() {
        return limits.tallest() > 0 && session.device().isNvidia() ? new String[] {"-DPTX"} : new String[0];
    }

    static String cpuSource(ElementType type) {
        return KernelSource.resource(PassCompiler.class, "lines_cpu.cl")
                .replace("//BUTTERFLIES\n", each(radix -> Butterfly.function(radix, type) + "\n"))
                .replace("//STAGES\n", each("STAGE(%s)\n"::formatted))
                .replace(
                        "//CASES\n",
                        each("                case %1$s: stage%1$s(x, y, own, n, product); break;\n"::formatted));
    }

    private static String each(Function<Integer, String> text) {
        return Radices.ALL.stream().map(text).collect(Collectors.joining());
    }

    private Compiled cpu(List<LinePass> passes, FactorTables tables, @Nullable DeviceArray scratch) {
        if (shared == null) {
            shared = session.compile(
                    cpuSource(type), "-DREAL=" + type.openclName(), "-DLANES=" + LANES, "-DTWICE=" + 2 * LANES);
        }
        List<Launch> launches = new ArrayList<>();
        for (LinePass pass : passes) {
            List<Object> all = new ArrayList<>();
            all.add(tables.factors(pass.n() == 1 ? List.of() : Radices.of(pass.n()), List.of()));
            all.add(tables.turns(pass));
            all.add(scratch);
            all.add(tables.radices(pass.n()));
            all.add(pass.n() == 1 ? 0 : Radices.of(pass.n()).size());
            all.add(pass.n());
            all.add(pass.lines());
            all.add(pass.inner());
            for (Layout layout : List.of(pass.in(), pass.out())) {
                all.addAll(List.of(layout.outer(), layout.split(), layout.big(), layout.small(), layout.stride()));
            }
            all.add(pass.load().ordinal());
            all.add(pass.store().ordinal());
            all.add(pass.turn() == Turn.NONE ? 0 : Turns.low(pass.length()));
            all.add(pass.sharing());
            all.add(pass.inverse() ? 1 : 0);
            all.add(type == ElementType.FLOAT ? (Object) (float) pass.scale() : pass.scale());
            launches.add(new Launch(
                    shared.kernel("transform_lines").global(workers(pass)).local(1), all));
        }
        return new Compiled(shared, launches);
    }
}
