package org.plegma.stencil.code;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;

/** What code is made for: a stencil with a boundary for each axis, an element type and a shape, on a device. */
public record StencilInstance(
        StencilSpec spec, List<Boundary> boundaries, ElementType type, int[] shape, Device device, Variant variant) {

    public StencilInstance withShape(int... other) {
        return new StencilInstance(spec, boundaries, type, other, device, variant);
    }

    public long cells() {
        return Arrays.stream(shape).asLongStream().reduce(1, DeviceLimits::multiply);
    }

    /** The code of one cell of this instance. */
    public CellCode cellCode() {
        return new CellCode(
                spec,
                boundaries.toArray(Boundary[]::new),
                type,
                DeviceLimits.needsWideIndex(cells(), spec),
                VectorFunctions.of(device));
    }
}
