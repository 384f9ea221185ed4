package org.plegma.stencil.method.composed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.device.Kernel;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;

/**
 * A kernel for a box of cells that read in the grid only, without any test, for stencils too wide to keep what they read in
 * registers: reads are left to the caches. The box's corners are its last arguments.
 */
final class InteriorCode {
    private static final String KERNEL = "stencil_interior";
    /** Work-items of a group along the last axes. */
    private static final int[] GROUP = {32, 4};

    private final CellCode code;
    private final boolean cpu;
    private final int[][] box;

    InteriorCode(CellCode code, Variant variant, int[][] box) {
        this.code = code;
        this.cpu = variant == Variant.CPU;
        this.box = box;
    }

    String source() {
        int last = code.rank() - 1;
        StringBuilder body = new StringBuilder();
        for (int axis = 0; axis < last; axis++) {
            body.append("    const %s s%s = %s;\n".formatted(code.index(), axis, stride(axis)));
        }
        String cell = "const %s p = %s;\n%s"
                .formatted(
                        code.index(),
                        CellPlaces.linear(code.index(), code.rank(), axis -> "i" + axis),
                        code.compute(
                                        access -> CellCode.level(access.field(), access.level()) + "[p"
                                                + CellPlaces.moved(access.offset(), "s") + "]",
                                        (field, value) -> "o_" + field + "[p] = " + value + ";")
                                .indent(-4));
        if (cpu) {
            cell = "for (int i%1$s = first%1$s; i%1$s < end%1$s; i%1$s++) {\n%2$s}\n".formatted(last, cell.indent(4));
        }
        for (int axis = 0; axis <= (cpu ? last - 1 : last); axis++) {
            body.append("    const int i%1$s = first%1$s + (int)get_global_id(%2$s);\n".formatted(axis, last - axis));
        }
        if (!cpu) {
            cell = "if (%s) {\n%s}\n".formatted(within(), cell.indent(4));
        }
        List<String> parameters = new ArrayList<>(code.parameters());
        IntStream.range(0, code.rank()).forEach(axis -> parameters.add("const int first" + axis));
        IntStream.range(0, code.rank()).forEach(axis -> parameters.add("const int end" + axis));
        return "%skernel void %s(%s) {\n%s%s}\n"
                .formatted(code.helpers(), KERNEL, String.join(", ", parameters), body, cell.indent(4));
    }

    private String within() {
        return IntStream.range(0, code.rank())
                .mapToObj(axis -> "i" + axis + " < end" + axis)
                .collect(Collectors.joining(" && "));
    }

    private String stride(int axis) {
        String text = "n" + (code.rank() - 1);
        return axis == code.rank() - 2 ? text : ("long".equals(code.index()) ? "(long)" : "") + "n1*" + text;
    }

    Launch launch() {
        int last = code.rank() - 1;
        long[] global = new long[code.rank()];
        long[] local = new long[code.rank()];
        for (int axis = 0; axis <= last; axis++) {
            int extent = box[1][axis] - box[0][axis];
            int dimension = last - axis;
            long items = cpu && axis == last ? 1 : extent;
            local[dimension] = cpu || dimension >= 2 ? 1 : GROUP[dimension];
            global[dimension] = Kernel.roundUp(items, local[dimension]);
        }
        List<Object> corners = new ArrayList<>();
        IntStream.of(box[0]).forEach(corners::add);
        IntStream.of(box[1]).forEach(corners::add);
        return new Launch(KERNEL, global, local, corners);
    }
}
