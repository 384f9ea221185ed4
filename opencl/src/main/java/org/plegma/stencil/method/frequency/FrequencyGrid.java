package org.plegma.stencil.method.frequency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plegma.device.Device;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Offset;
import org.plegma.fft.TransformWork;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.FrequencyForm.Tap;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;

/**
 * The periodic grid on which {@code fft(k)} works. Along an axis with the boundary reflect or mirror, a stencil that reads the
 * same to either side keeps a grid continued by its mirror image as it is: with that image behind it the grid is periodic,
 * and k steps of it are exact up to the edge, as by a cosine transform. Along other axes that are not periodic it is exact
 * far from the edges only, and {@link EdgeStrips} do the rest.
 *
 * @param shape of the grid with its mirror images
 * @param mirrored for each axis whether it has its image behind it
 * @param stripShare the cells of all strips, in parts of the grid's without images: each is twice as wide as what the steps
 *     reach from an edge; from 1 on transforms are of no use
 */
record FrequencyGrid(int[] shape, boolean[] mirrored, double stripShare) {
    /** How many times as long bytes take in transforms as in direct steps, measured in 2-D and 3-D. */
    private static final double SLOWER_BYTES = 1.25;

    /** The same on CPUs, whose arithmetic is what takes the time. */
    private static final double SLOWER_BYTES_ON_CPUS = 9;

    /** Values moved for each of a grid with images: it is written, read, and read again for the part that is kept. */
    private static final double COPIES_OF_IMAGES = 3;

    /** Mirrors all axes that can be if that is faster than the strips near them, and no axis otherwise. */
    static FrequencyGrid of(StencilInstance instance, FrequencyForm form, int steps) {
        return of(instance, form, steps, 0);
    }

    /** The same for the axes from one on. */
    static FrequencyGrid of(StencilInstance instance, FrequencyForm form, int steps, int from) {
        int rank = instance.shape().length;
        FrequencyGrid plain = with(instance, new boolean[rank], steps);
        boolean[] even = new boolean[rank];
        for (int axis = from; axis < rank; axis++) {
            even[axis] = instance.boundaries().get(axis).isImage() && isEven(form, axis);
        }
        FrequencyGrid larger = with(instance, even, steps);
        return larger.fits(instance, form) && larger.cost(instance, form, steps) < plain.cost(instance, form, steps)
                ? larger
                : plain;
    }

    private static FrequencyGrid with(StencilInstance instance, boolean[] mirrored, int steps) {
        int[] shape = instance.shape().clone();
        double share = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            Boundary boundary = instance.boundaries().get(axis);
            if (mirrored[axis]) {
                shape[axis] = (int) Math.min(boundary.period(shape[axis]), Integer.MAX_VALUE);
            } else if (!boundary.wraps()) {
                share += 4.0 * steps * instance.spec().footprint().radius(axis) / shape[axis];
            }
        }
        return new FrequencyGrid(shape, mirrored, share);
    }

    /** Whether every tap has an equal one on the other side of the axis. */
    private static boolean isEven(FrequencyForm form, int axis) {
        Map<List<Object>, Polynomial> weights = new HashMap<>();
        for (Tap tap : form.taps()) {
            weights.merge(List.of(tap.to(), tap.from(), tap.offset()), tap.weight(), Polynomial::plus);
        }
        return form.taps().stream()
                .allMatch(tap -> Objects.equals(
                        weights.get(List.of(tap.to(), tap.from(), tap.offset())),
                        weights.get(List.of(tap.to(), tap.from(), across(tap.offset(), axis)))));
    }

    private static Offset across(Offset offset, int axis) {
        int[] steps = new int[offset.rank()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = i == axis ? -offset.at(i) : offset.at(i);
        }
        return Offset.of(steps);
    }

    /** In direct steps of the grid without images; infinite if it is of no use. */
    private double cost(StencilInstance instance, FrequencyForm form, int steps) {
        if (stripShare >= 1) {
            return Double.POSITIVE_INFINITY;
        }
        double bytes;
        try {
            bytes = work(instance, form).bytes();
        } catch (IllegalArgumentException tooLong) {
            return Double.POSITIVE_INFINITY;
        }
        double slower = instance.variant() == Variant.GPU ? SLOWER_BYTES : SLOWER_BYTES_ON_CPUS;
        double step = 2.0
                * instance.cells()
                * instance.type().bytes()
                * form.components().size();
        return slower * bytes / step + strips(instance, steps);
    }

    /** What the strips of so many steps take, in direct steps of the whole grid. */
    private double strips(StencilInstance instance, int steps) {
        List<Integer> open = open(instance.boundaries());
        if (open.isEmpty()) {
            return 0;
        }
        Machine machine = Machine.of(instance);
        double direct = new CostModel(instance, machine).of(Method.direct()).seconds();
        return EdgeStrips.seconds(instance, open, machine, steps) / direct;
    }

    /**
     * What a product in frequency moves and computes, without strips.
     *
     * @throws IllegalArgumentException if there is no transform of this shape, with the reason
     */
    TransformWork work(StencilInstance instance, FrequencyForm form) {
        int components = form.components().size();
        TransformWork both =
                TransformWork.of(instance.device(), instance.variant() == Variant.GPU, instance.type(), shape);
        double powers = (2.0 + components) * components;
        double copies = isMirrored() ? COPIES_OF_IMAGES * components : 0;
        return new TransformWork(
                components * both.bytes()
                        + (powers + copies) * cells() * instance.type().bytes(),
                components * both.operations() + 8.0 * components * components * cells());
    }

    /** With room for what the caller has besides. */
    private boolean fits(StencilInstance instance, FrequencyForm form) {
        Device device = instance.device();
        double spectra = cells() * form.components().size() * instance.type().bytes();
        return cells() <= Integer.MAX_VALUE
                && spectra <= device.maxAllocationBytes()
                && bytes(instance, form.components().size()) <= device.globalMemoryBytes() / 2.0;
    }

    double cells() {
        double cells = 1;
        for (int size : shape) {
            cells *= size;
        }
        return cells;
    }

    boolean isMirrored() {
        for (boolean axis : mirrored) {
            if (axis) {
                return true;
            }
        }
        return false;
    }

    /** Axes with strips. */
    List<Integer> open(List<Boundary> boundaries) {
        List<Integer> open = new ArrayList<>();
        for (int axis = 0; axis < mirrored.length; axis++) {
            if (!mirrored[axis] && !boundaries.get(axis).wraps()) {
                open.add(axis);
            }
        }
        return open;
    }

    /** Device memory in bytes, at least: spectra, powers, the transform's own, and the grid with its images. */
    double bytes(StencilInstance instance, int components) {
        double half = cells() * (1 + 2.0 / shape[shape.length - 1]);
        double values = half * (components + components * components + 1) + (isMirrored() ? cells() : 0);
        return values * instance.type().bytes();
    }
}
