package org.plegma.stencil.method.blocked;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.source.KernelSource;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.ClPrinter;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.blocked.BlockedSumsTile.Hardware;

/**
 * Writes what the kernels in {@code blocked-sums-2d.cl} and {@code blocked-sums-3d.cl} leave open: the sizes of the tile, the
 * boundaries, and what a row adds to its own sum and to those of its neighbours.
 */
final class BlockedSumsGenerator {
    static final String KERNEL = "stencil_blocked";

    private final StencilInstance instance;
    private final BlockedSumsTile tile;
    private final BlockedSumsTaps taps;
    private final Hardware hardware;
    private final String real;

    BlockedSumsGenerator(StencilInstance instance, BlockedSumsTile tile, BlockedSumsTaps taps, Hardware hardware) {
        this.instance = instance;
        this.tile = tile;
        this.taps = taps;
        this.hardware = hardware;
        this.real = instance.type().openclName();
    }

    /** @param ptx with NVIDIA's instructions for an exchange in a warp and for the caches, else with local memory */
    String source(boolean ptx) {
        return head(ptx)
                + "\n" + text("blocked-sums.cl")
                + "\n" + text("blocked-sums-%sd.cl".formatted(instance.shape().length));
    }

    /** What is not the same for all stencils. */
    String head(boolean ptx) {
        int rank = instance.shape().length;
        StringBuilder out = new StringBuilder();
        define(out, "STEPS", tile.steps());
        define(out, "LANES", tile.lanes());
        define(out, "WIDTH", tile.width());
        define(out, "HALO", tile.halo());
        define(out, "ALIGNED", instance.shape()[rank - 1] % tile.width() == 0 ? 1 : 0);
        if (rank == 3) {
            define(out, "ROWS", tile.rows());
            define(out, "WARPS", tile.warps());
            define(out, "LATE", isLate() ? 1 : 0);
            define(out, "SETS", tile.sets(isLate(), instance.type(), hardware));
            define(out, "AHEAD", ahead());
        }
        Footprint footprint = instance.spec().footprint();
        for (int axis = 0; axis < rank; axis++) {
            Boundary boundary = instance.boundaries().get(axis);
            define(out, "BOUNDARY" + axis, boundary.kind());
            define(out, "OUTSIDE" + axis, ClPrinter.literal(boundary.value(), instance.type()));
            define(out, "LOW" + axis, footprint.low(axis));
            define(out, "HIGH" + axis, footprint.high(axis));
        }
        String field = instance.spec().fields().get(0).name();
        String members = taps.names().stream().map(name -> ", " + name).collect(Collectors.joining());
        define(out, "PARAMETERS", parameters(field));
        define(out, "TARGET", "o_" + field);
        define(out, "SOURCE", "f_" + field);
        define(out, "WEIGHTS", "{" + taps.bias() + members + "}");
        out.append("typedef %s real;\ntypedef %s cells;\n".formatted(real, cells()));
        out.append("typedef struct {\n    real bias%s;\n} weights;\n\n".formatted(members));
        functions(out);
        if (rank == 3 && ahead() > 0) {
            out.append(copies(ptx));
        }
        if (ptx) {
            out.append("\n#define PTX\n")
                    .append(shuffle("from_lane_before", "up", 0))
                    .append(shuffle("from_lane_after", "down", 31))
                    .append(prefetch())
                    .append(store());
        }
        return out.toString();
    }

    /** Copies are of whole work-items' cells. */
    private int ahead() {
        boolean aligned = instance.shape()[instance.shape().length - 1] % tile.width() == 0;
        return aligned ? tile.ahead(isLate(), instance.type(), hardware) : 0;
    }

    private String copies(boolean ptx) {
        int bytes = tile.width() * instance.type().bytes();
        String copy = ptx
                ? "asm volatile(\"cp.async.%s.shared.global [%%0], [%%1], %s;\" : : \"r\"((uint)(size_t)to), \"l\"(from) : \"memory\");"
                        .formatted(bytes == 16 ? "cg" : "ca", bytes)
                : "*to = *(global const cells *)from;";
        return """

                // Copies cells while the work-item goes on.
                void copy_async(local cells *to, global const real *from) {
                    %s
                }
                void end_of_plane() {
                    %s
                }
                // Until all but the newest planes of this work-item have come.
                void await_plane() {
                    %s
                }
                """
                .formatted(
                        copy,
                        ptx ? "asm volatile(\"cp.async.commit_group;\" : : : \"memory\");" : "",
                        ptx
                                ? "asm volatile(\"cp.async.wait_group %s;\" : : : \"memory\");".formatted(ahead() - 1)
                                : "");
    }

    private String cells() {
        return real + (tile.width() > 1 ? tile.width() : "");
    }

    private String text(String file) {
        return KernelSource.resource(getClass(), file);
    }

    private static void define(StringBuilder out, String name, Object value) {
        out.append("#define ").append(name).append(' ').append(value).append('\n');
    }

    private String parameters(String field) {
        StringBuilder out = new StringBuilder(
                "global %s *restrict o_%s, global const %1$s *restrict f_%2$s".formatted(real, field));
        taps.names()
                .forEach(name -> out.append(", const ").append(real).append(' ').append(name));
        for (int axis = 0; axis < instance.shape().length; axis++) {
            out.append(", const int n").append(axis);
        }
        return out.toString();
    }

    private boolean isLate() {
        return BlockedSums.isLate(instance, taps, tile);
    }

    private void functions(StringBuilder out) {
        String[] planes = {"to_after", "to_own", "to_before"};
        for (int plane = -1; plane <= 1; plane++) {
            if (instance.shape().length == 2) {
                function(out, planes[plane + 1], plane);
            } else {
                function(out, planes[plane + 1] + "_north", plane, -1);
                function(out, planes[plane + 1], plane, 0);
                function(out, planes[plane + 1] + "_south", plane, 1);
            }
        }
    }

    private void function(StringBuilder out, String name, int... others) {
        out.append("cells %s(const cells sum, const cells w, const cells r, const cells e, const weights k) {\n"
                .formatted(name));
        out.append("    return %s;\n}\n".formatted(taps.plus("sum", others)));
    }

    /** A value from another lane of the warp; the lane at the end gets its own. */
    private String shuffle(String name, String direction, int end) {
        if (instance.type() == ElementType.FLOAT) {
            return "float %s(const float x) {\n    float moved;\n    %s\n    return moved;\n}\n"
                    .formatted(name, shuffle(direction, end, "f", "moved", "x"));
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
                        shuffle(direction, end, "r", "moved.x", "halves.x"),
                        shuffle(direction, end, "r", "moved.y", "halves.y"));
    }

    private static String shuffle(String direction, int end, String register, String to, String from) {
        return "asm(\"shfl.sync.%s.b32 %%0, %%1, 1, %s, 0xffffffff;\" : \"=%s\"(%s) : \"%3$s\"(%s));"
                .formatted(direction, end, register, to, from);
    }

    private String prefetch() {
        return """
                void prefetch_line(global const real *place) {
                    asm volatile("prefetch.global.L2 [%0];" : : "l"(place));
                }
                """;
    }

    /** A store of what is not read soon: it shall not drive the input out of the cache. */
    private String store() {
        boolean single = instance.type() == ElementType.FLOAT;
        int together = Math.min(tile.width(), single ? 4 : 2);
        StringBuilder body = new StringBuilder();
        for (int first = 0; first < tile.width(); first += together) {
            int start = first;
            List<String> values = IntStream.range(0, together)
                    .mapToObj(i -> tile.width() == 1 ? "r" : "r.s" + (start + i))
                    .toList();
            String places =
                    IntStream.rangeClosed(1, together).mapToObj(i -> "%" + i).collect(Collectors.joining(", "));
            body.append("    asm volatile(\"st.global.cs%s.%s [%%0], %s;\" : : \"l\"(to%s), %s);\n"
                    .formatted(
                            together > 1 ? ".v" + together : "",
                            single ? "f32" : "f64",
                            together > 1 ? "{" + places + "}" : places,
                            first == 0 ? "" : " + " + first,
                            values.stream()
                                    .map(value -> "\"%s\"(%s)".formatted(single ? "f" : "d", value))
                                    .collect(Collectors.joining(", "))));
        }
        return "void store_past_cache(const cells r, global real *to) {\n" + body + "}\n";
    }
}
