package org.plegma.stencil;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.KernelSource;
import org.plegma.expr.Boundary;
import org.plegma.expr.Footprint;

/**
 * Writes what the kernels {@code blocked-sums-2d.cl} and {@code blocked-sums-3d.cl} leave open: the sizes of the tile, the
 * boundaries, and what a row adds to its own sum and to those of its neighbours.
 */
final class BlockedSumsGenerator {
    static final String KERNEL = "stencil_blocked";

    private final Setting setting;
    private final BlockedSumsTile tile;
    private final BlockedSumsTaps taps;
    private final String real;

    BlockedSumsGenerator(Setting setting, BlockedSumsTile tile, BlockedSumsTaps taps) {
        this.setting = setting;
        this.tile = tile;
        this.taps = taps;
        this.real = setting.type().openclName();
    }

    /** @param ptx with exchange in a warp by NVIDIA's instructions, else through local memory */
    String source(boolean ptx) {
        int rank = setting.shape().length;
        StringBuilder out = new StringBuilder();
        define(out, "STEPS", tile.steps());
        define(out, "LANES", tile.lanes());
        define(out, "WIDTH", tile.width());
        define(out, "HALO", tile.halo());
        define(out, "ALIGNED", setting.shape()[rank - 1] % tile.width() == 0 ? 1 : 0);
        Footprint footprint = setting.spec().footprint();
        for (int axis = 0; axis < rank; axis++) {
            Boundary boundary = setting.boundaries().get(axis);
            define(out, "BOUNDARY" + axis, boundary.kind());
            define(out, "OUTSIDE" + axis, ClPrinter.literal(boundary.value(), setting.type()));
            define(out, "LOW" + axis, footprint.low(axis));
            define(out, "HIGH" + axis, footprint.high(axis));
        }
        String field = setting.spec().fields().get(0).name();
        define(out, "PARAMETERS", parameters(field));
        define(out, "TARGET", "o_" + field);
        define(out, "SOURCE", "f_" + field);
        List<String> names = taps.names();
        define(
                out,
                "WEIGHTS",
                "{" + taps.bias() + names.stream().map(n -> ", " + n).collect(Collectors.joining()) + "}");
        out.append(
                "typedef %s real;\ntypedef %s cells;\n".formatted(real, real + (tile.width() > 1 ? tile.width() : "")));
        out.append("typedef struct {\n    real bias%s;\n} weights;\n\n"
                .formatted(names.stream().map(n -> ", " + n).collect(Collectors.joining())));
        function(out, "to_before", 1);
        function(out, "to_own", 0);
        function(out, "to_after", -1);
        if (ptx) {
            out.append("\n#define PTX\n")
                    .append(shuffle("from_lane_before", "up", 0))
                    .append(shuffle("from_lane_after", "down", 31));
        }
        return out + "\n" + KernelSource.resource(getClass(), "blocked-sums-%dd.cl".formatted(rank));
    }

    private static void define(StringBuilder out, String name, Object value) {
        out.append("#define ").append(name).append(' ').append(value).append('\n');
    }

    private String parameters(String field) {
        StringBuilder out = new StringBuilder(
                "global %s *restrict o_%s, global const %1$s *restrict f_%2$s".formatted(real, field));
        taps.names()
                .forEach(name -> out.append(", const ").append(real).append(' ').append(name));
        for (int axis = 0; axis < setting.shape().length; axis++) {
            out.append(", const int n").append(axis);
        }
        return out.toString();
    }

    private void function(StringBuilder out, String name, int row) {
        out.append("cells %s(const cells sum, const cells w, const cells r, const cells e, const weights k) {\n"
                .formatted(name));
        out.append("    return %s;\n}\n".formatted(taps.plus("sum", row)));
    }

    /** A value from another lane of the warp; the lane at the end gets its own. */
    private String shuffle(String name, String direction, int end) {
        String instruction = "asm(\"shfl.sync.%s.b32 %%0, %%1, 1, %d, 0xffffffff;\" : \"=%s\"(%s) : \"%3$s\"(%s));";
        if (setting.type() == ElementType.FLOAT) {
            return "float %s(const float x) {\n    float moved;\n    %s\n    return moved;\n}\n"
                    .formatted(name, instruction.formatted(direction, end, "f", "moved", "x"));
        }
        return """
                double %s(const double x) {
                    const int2 halves = as_int2(x);
                    int2 moved;
                    %s
                    %s
                    return as_double(moved);
                }
                """
                .formatted(
                        name,
                        instruction.formatted(direction, end, "r", "moved.x", "halves.x"),
                        instruction.formatted(direction, end, "r", "moved.y", "halves.y"));
    }
}
