package org.plegma.stencil.method.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.plegma.device.Kernel;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;

/**
 * The method {@code micikevicius}: a work-item goes along the first axis with the cells that it reads along it in a queue of
 * registers, and the work-group shares the plane around it through local memory. For stars in 3-D.
 *
 * <p>After P. Micikevicius, "3D finite difference computation on GPUs using CUDA" (2009).
 */
public final class RegisterQueue {
    private static final int GROUP_X = 32;
    private static final int GROUP_Y = 8;
    private static final int PLANES = 64;
    private static final int LOCAL_MEMORY = 48 << 10;

    private final StencilSpec spec;
    private final CellCode code;
    private final String real;
    /** The reads along the axes, by the array that they read. */
    private final SortedMap<String, Footprint> levels = new TreeMap<>();

    private RegisterQueue(StencilInstance instance) {
        this.spec = instance.spec();
        this.code = instance.cellCode();
        this.real = instance.type().openclName();
        SortedMap<String, List<Expr.Access>> reads = new TreeMap<>();
        for (StencilSpec.Update update : spec.updates()) {
            for (Expr.Access access : spec.accesses(update.field())) {
                reads.computeIfAbsent(CellCode.level(access.field(), access.level()), any -> new ArrayList<>())
                        .add(access);
            }
        }
        reads.forEach((level, all) -> levels.put(
                level,
                Footprint.of(spec.rank(), all.stream().map(Expr.Access::offset).toList())));
    }

    public static StepCode code(StencilInstance instance) {
        StencilSpec spec = instance.spec();
        String problem = "";
        Footprint.Shape shape = spec.footprint().shape();
        if (spec.rank() != 3) {
            problem = "streams planes, so it needs a stencil in 3-D, found " + spec.rank() + "-D.";
        } else if (shape != Footprint.Shape.STAR && shape != Footprint.Shape.POINT) {
            problem = "needs a star, a stencil that reads neighbours along the axes only; this one reads others too.";
        } else {
            RegisterQueue generator = new RegisterQueue(instance);
            long bytes =
                    generator.tiled().stream().mapToLong(generator::tileCells).sum()
                            * instance.type().bytes();
            long most = Math.min(LOCAL_MEMORY, instance.device().localMemoryBytes());
            if (bytes <= most) {
                return generator.code(instance.shape());
            }
            problem = "keeps a plane of each field in local memory, " + bytes + " bytes for radius "
                    + spec.footprint().radius() + ", but there are " + most + ".";
        }
        throw new IllegalArgumentException("The method micikevicius " + problem + " Use direct.");
    }

    private StepCode code(int[] shape) {
        return new StepCode(
                1,
                1,
                this::source,
                code.uniform(),
                List.of(new Launch(
                        StepCode.ONE_STEP,
                        new long[] {
                            Kernel.roundUp(shape[2], GROUP_X),
                            Kernel.roundUp(shape[1], GROUP_Y),
                            (shape[0] - 1L + PLANES) / PLANES
                        },
                        new long[] {GROUP_X, GROUP_Y, 1},
                        List.of())));
    }

    /** The arrays that are read beside the cell in its plane. */
    private List<String> tiled() {
        return levels.keySet().stream()
                .filter(level -> reads(level).radius(1) + reads(level).radius(2) > 0)
                .toList();
    }

    private Footprint reads(String level) {
        return Objects.requireNonNull(levels.get(level), level);
    }

    private int width(String level) {
        return GROUP_X + reads(level).low(2) + reads(level).high(2);
    }

    private int tileCells(String level) {
        return width(level) * (GROUP_Y + reads(level).low(1) + reads(level).high(1));
    }

    private String source() {
        StringBuilder out = new StringBuilder(code.powerFunctions());
        out.append(ReadFunction.of(code)).append('\n');
        out.append("kernel __attribute__((reqd_work_group_size(%s, %s, 1)))\nvoid %s(%s) {\n"
                .formatted(GROUP_X, GROUP_Y, StepCode.ONE_STEP, String.join(", ", code.parameters())));
        tiled().forEach(level -> out.append("    local %s plane_%s[%s];\n".formatted(real, level, tileCells(level))));
        out.append(
                """
                    const int tx = get_local_id(0);
                    const int ty = get_local_id(1);
                    const int i2 = get_global_id(0);
                    const int i1 = get_global_id(1);
                    const int first = (int)get_global_id(2)*%1$s;
                    const int end = first < n0 - %1$s ? first + %1$s : n0;
                    // The queues: what is read of the column, but for its farthest cell.
                """
                        .formatted(PLANES));
        levels.forEach((level, footprint) -> {
            for (int plane = -footprint.low(0); plane < footprint.high(0); plane++) {
                out.append("    %s %s = %s;\n"
                        .formatted(real, queued(level, plane), read(level, "first" + step(plane), "i1", "i2")));
            }
        });
        out.append("    for (int i0 = first; i0 < end; i0++) {\n");
        levels.forEach((level, footprint) -> out.append("        const %s %s = %s;\n"
                .formatted(
                        real,
                        queued(level, footprint.high(0)),
                        read(level, "i0" + step(footprint.high(0)), "i1", "i2"))));
        if (!tiled().isEmpty()) {
            out.append(
                    "        // All have done with the plane before; the new one comes from the queues, its rim from memory.\n");
            out.append("        barrier(CLK_LOCAL_MEM_FENCE);\n");
            tiled().forEach(level -> out.append(share(level).indent(8)));
            out.append("        barrier(CLK_LOCAL_MEM_FENCE);\n");
        }
        out.append("        if (i1 < n1 && i2 < n2) {\n");
        out.append("            const %s p = %s;\n"
                .formatted(code.index(), CellPlaces.linear(code.index(), 3, axis -> "i" + axis)));
        out.append(code.compute(this::value, (field, value) -> "o_%s[p] = %s;".formatted(field, kept(field, value)))
                .indent(8));
        out.append("        }\n");
        levels.forEach((level, footprint) -> {
            for (int plane = -footprint.low(0); plane < footprint.high(0); plane++) {
                out.append("        %s = %s;\n".formatted(queued(level, plane), queued(level, plane + 1)));
            }
        });
        return out.append("    }\n}\n").toString();
    }

    /** Brings a plane to local memory. */
    private String share(String level) {
        Footprint footprint = reads(level);
        int low1 = footprint.low(1);
        int low2 = footprint.low(2);
        StringBuilder out = new StringBuilder();
        out.append("plane_%s[(ty + %s)*%s + tx + %s] = %s;\n"
                .formatted(level, low1, width(level), low2, queued(level, 0)));
        if (footprint.radius(1) > 0) {
            out.append(
                    """
                    for (int j = ty; j < %1$s; j += %2$s) {
                        const int row = j < %3$s ? j : j + %2$s;
                        plane_%4$s[row*%5$s + tx + %6$s] = %7$s;
                    }
                    """
                            .formatted(
                                    low1 + footprint.high(1),
                                    GROUP_Y,
                                    low1,
                                    level,
                                    width(level),
                                    low2,
                                    read(level, "i0", "i1 - ty + row - " + low1, "i2")));
        }
        if (footprint.radius(2) > 0) {
            out.append(
                    """
                    for (int j = tx; j < %1$s; j += %2$s) {
                        const int column = j < %3$s ? j : j + %2$s;
                        plane_%4$s[(ty + %5$s)*%6$s + column] = %7$s;
                    }
                    """
                            .formatted(
                                    low2 + footprint.high(2),
                                    GROUP_X,
                                    low2,
                                    level,
                                    low1,
                                    width(level),
                                    read(level, "i0", "i1", "i2 - tx + column - " + low2)));
        }
        return out.toString();
    }

    private static String read(String level, String plane, String row, String column) {
        return "read(%s, %s, %s, %s, n0, n1, n2)".formatted(level, plane, row, column);
    }

    private String value(Expr.Access access) {
        String level = CellCode.level(access.field(), access.level());
        Footprint footprint = reads(level);
        int row = access.offset().at(1);
        int column = access.offset().at(2);
        return row == 0 && column == 0
                ? queued(level, access.offset().at(0))
                : "plane_%s[(ty + %s)*%s + tx + %s]"
                        .formatted(level, footprint.low(1) + row, width(level), footprint.low(2) + column);
    }

    private String kept(String field, String value) {
        String test = code.keeps(field, axis -> true, axis -> "i" + axis);
        return test.isEmpty() ? value : "%s ? %s[p] : (%s)".formatted(test, CellCode.level(field, 0), value);
    }

    private static String queued(String level, int plane) {
        return "q_" + level + "_" + CellCode.name(plane);
    }

    private static String step(int step) {
        return step == 0 ? "" : CellPlaces.signed(step);
    }
}
