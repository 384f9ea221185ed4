package org.plegma.stencil;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plegma.device.Device;
import org.plegma.expr.Boundary;
import org.plegma.expr.Offset;
import org.plegma.expr.Polynomial;
import org.plegma.stencil.FrequencyForm.Tap;

/**
 * The periodic grid on which {@code fft(k)} works. Along an axis with the boundary reflect or mirror, a stencil that reads the
 * same to either side keeps a grid continued by its mirror image as it is: with that image behind it the grid is periodic,
 * and k steps of it are exact up to the edge, as by a cosine transform. Along other axes that are not periodic it is exact
 * far from the edges only, and {@link Strips} do the rest.
 *
 * @param shape of the grid with its mirror images
 * @param mirrored for each axis whether it has its image behind it
 * @param stripShare the cells of all strips, in parts of the grid's without images: each is twice as wide as what the steps
 *     reach from an edge; from 1 on transforms are of no use
 */
record FrequencyGrid(int[] shape, boolean[] mirrored, double stripShare) {
    /** Transforms of a grid take as long as so many direct steps of it, measured in 2-D and 3-D. */
    private static final double TRANSFORM_STEPS = 10;

    private static final double TRANSFORM_STEPS_ON_CPUS = 50;

    /** Mirrors all axes that can be if that is faster than the strips near them, and no axis otherwise. */
    static FrequencyGrid of(Setting setting, FrequencyForm form, int steps) {
        int rank = setting.shape().length;
        FrequencyGrid plain = with(setting, new boolean[rank], steps);
        boolean[] even = new boolean[rank];
        for (int axis = 0; axis < rank; axis++) {
            Boundary.Kind kind = setting.boundaries().get(axis).kind();
            even[axis] = (kind == Boundary.Kind.REFLECT || kind == Boundary.Kind.MIRROR) && isEven(form, axis);
        }
        FrequencyGrid larger = with(setting, even, steps);
        return larger.fits(setting, form) && larger.cost(setting, steps) < plain.cost(setting, steps) ? larger : plain;
    }

    private static FrequencyGrid with(Setting setting, boolean[] mirrored, int steps) {
        int[] shape = setting.shape().clone();
        double share = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            Boundary.Kind kind = setting.boundaries().get(axis).kind();
            if (mirrored[axis]) {
                shape[axis] = kind == Boundary.Kind.REFLECT ? 2 * shape[axis] : Math.max(1, 2 * shape[axis] - 2);
            } else if (kind != Boundary.Kind.PERIODIC) {
                share += 4.0 * steps * setting.spec().footprint().radius(axis) / shape[axis];
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
        return form.taps().stream().allMatch(tap -> weights.get(List.of(tap.to(), tap.from(), tap.offset()))
                .equals(weights.get(List.of(tap.to(), tap.from(), across(tap.offset(), axis)))));
    }

    private static Offset across(Offset offset, int axis) {
        int[] steps = new int[offset.rank()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = i == axis ? -offset.at(i) : offset.at(i);
        }
        return Offset.of(steps);
    }

    /** In direct steps of the grid without images. */
    private double cost(Setting setting, int steps) {
        double transform = setting.variant() == Variant.GPU ? TRANSFORM_STEPS : TRANSFORM_STEPS_ON_CPUS;
        return stripShare < 1 ? transform * cells() / setting.cells() + stripShare * steps : Double.POSITIVE_INFINITY;
    }

    /** With room for what the caller has besides. */
    private boolean fits(Setting setting, FrequencyForm form) {
        Device device = setting.device();
        double spectra = cells() * form.components().size() * setting.type().bytes();
        return cells() <= Integer.MAX_VALUE
                && spectra <= device.maxAllocationBytes()
                && bytes(setting, form.components().size()) <= device.globalMemoryBytes() / 2.0;
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
            if (!mirrored[axis] && boundaries.get(axis).kind() != Boundary.Kind.PERIODIC) {
                open.add(axis);
            }
        }
        return open;
    }

    /** Device memory in bytes, at least: spectra, powers, the transform's own, and the grid with its images. */
    double bytes(Setting setting, int components) {
        double half = cells() * (1 + 2.0 / shape[shape.length - 1]);
        double values = half * (components + components * components + 1) + (isMirrored() ? cells() : 0);
        return values * setting.type().bytes();
    }
}
