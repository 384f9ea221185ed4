package org.plegma.stencil.method.queue;

import java.util.stream.IntStream;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.CellPlaces;
import org.plegma.stencil.code.Folds;

/** A function of generated code that reads a cell of a field anywhere, in the grid or beyond its boundaries, in 3-D. */
final class ReadFunction {
    private ReadFunction() {}

    /** {@code read(field, i0, i1, i2, n0, n1, n2)} and what it calls. */
    static String of(CellCode code) {
        String real = code.type().openclName();
        StringBuilder out = new StringBuilder();
        IntStream.range(0, 3)
                .mapToObj(axis -> code.boundary(axis).kind())
                .distinct()
                .sorted()
                .forEach(kind -> out.append(Folds.function(kind)).append('\n'));
        out.append(
                "static __attribute__((always_inline))\n%s read(global const %1$s *f, const int i0, const int i1, const int i2, const int n0, const int n1, const int n2) {\n"
                        .formatted(real));
        for (int axis = 0; axis < 3; axis++) {
            out.append("    const int j%s = %s;\n".formatted(axis, Folds.index(code.boundary(axis), "i" + axis, axis)));
        }
        out.append("    return ");
        for (int axis = 0; axis < 3; axis++) {
            out.append(Folds.guard(code.boundary(axis), "j" + axis, code.type()));
        }
        return out.append("f[%s];\n}\n".formatted(CellPlaces.linear(code.index(), 3, axis -> "j" + axis)))
                .toString();
    }
}
