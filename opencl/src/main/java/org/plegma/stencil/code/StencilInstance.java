package org.plegma.stencil.code;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;

/**
 * What code is made for: a stencil with a boundary for each axis, an element type and a shape, on a device.
 *
 * @param part the planes of the shape that are computed, and what is sent; empty if all are computed and none is sent
 * @param pad how many cells at the end of each row are none of the grid's, but hold what lies beyond its end, a constant, or
 *     anything where ends are fixed; the shape counts them
 * @param ofPlanes how many planes along the first axis the grid has of which this is a slab: its cells are added up as in that one
 */
public record StencilInstance(
        StencilSpec spec,
        List<Boundary> boundaries,
        ElementType type,
        int[] shape,
        Device device,
        Variant variant,
        Optional<PlanePart> part,
        int pad,
        int ofPlanes) {

    public StencilInstance(
            StencilSpec spec,
            List<Boundary> boundaries,
            ElementType type,
            int[] shape,
            Device device,
            Variant variant) {
        this(spec, boundaries, type, shape, device, variant, Optional.empty(), 0, shape[0]);
    }

    public StencilInstance withShape(int... other) {
        return new StencilInstance(spec, boundaries, type, other, device, variant);
    }

    public StencilInstance withPart(PlanePart computed) {
        return new StencilInstance(
                spec, boundaries, type, shape, device, variant, Optional.of(computed), pad, ofPlanes);
    }

    /** A slab of a grid of so many planes. */
    public StencilInstance ofPlanes(int whole) {
        return new StencilInstance(spec, boundaries, type, shape, device, variant, part, pad, whole);
    }

    /** With rows that a number of cells divides. */
    public StencilInstance withRowsOf(int multiple) {
        int[] padded = shape.clone();
        int last = shape.length - 1;
        padded[last] = Math.toIntExact(Kernel.roundUp(shape[last], multiple));
        return new StencilInstance(
                spec, boundaries, type, padded, device, variant, part, pad + padded[last] - shape[last], ofPlanes);
    }

    /**
     * With zeros beyond fixed ends, for code that stores nothing where it would read them: to look for a cell instead, as for {@code
     * nearest}, takes longer.
     */
    public StencilInstance withZerosBeyondFixedEnds() {
        List<Boundary> read = boundaries.stream()
                .map(each -> each.keepsCells() ? Boundary.ZERO : each)
                .toList();
        return new StencilInstance(spec, read, type, shape, device, variant, part, pad, ofPlanes);
    }

    /** How many planes along the first axis are computed. */
    public int planes() {
        return part.map(PlanePart::planes).orElse(shape[0]);
    }

    /** The part, if its planes at cuts are sent. */
    public Optional<SlabPart> sending() {
        return part.filter(SlabPart.class::isInstance).map(SlabPart.class::cast);
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
