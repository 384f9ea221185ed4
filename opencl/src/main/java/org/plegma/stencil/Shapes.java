package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Offset;

/**
 * Stencils of the usual shapes, to measure and compare with: 1-D to 3-D, radius 1 to {@value #MOST_RADIUS}.
 *
 * <p>The absolute values of the coefficients add up to at most 1, so that no number of steps makes values grow. Each is a
 * multiple of 2^-24, the same in float and double, and belongs to its distance from the cell, so that a mistake in one
 * neighbour shows.
 */
public final class Shapes {
    /** The largest radius. */
    public static final int MOST_RADIUS = 16;

    private static final List<String> AXES = List.of("x", "y", "z");

    private Shapes() {}

    /** The cell and its neighbours along each axis: 2·rank·radius + 1 points. */
    public static Stencil star(int rank, int radius) {
        return weighted(rank, offsets(rank, radius, o -> moved(o) <= 1));
    }

    /** All cells of a box: (2·radius + 1)^rank points. */
    public static Stencil box(int rank, int radius) {
        return weighted(rank, offsets(rank, radius, o -> true));
    }

    /**
     * A box without its corners: the cells to which no more than so many steps along axes lead. With {@code steps} = radius that is
     * a diamond, with rank·radius the whole box.
     */
    public static Stencil cut(int rank, int radius, int steps) {
        if (steps < radius || steps > rank * radius) {
            throw new IllegalArgumentException("A box of radius " + radius + " with " + rank
                    + " axes is cut at a distance from " + radius + " to " + rank * radius + ", found " + steps + ".");
        }
        return weighted(
                rank, offsets(rank, radius, o -> Arrays.stream(o).map(Math::abs).sum() <= steps));
    }

    /**
     * What flows in along each axis: the cell and its neighbours towards the end of each axis, rank·radius + 1 points, as
     * c0·u + c1·(u[x+1] + u[y+1] + u[z+1]). Folding k steps of radius 1 gives as many points as a pyramid of k + 1 layers has, in 3-D
     * 10, 20, 35 for 2, 3, 4 steps.
     */
    public static Stencil fluxSum(int rank, int radius) {
        return weighted(
                rank,
                offsets(rank, radius, o -> moved(o) <= 1 && Arrays.stream(o).allMatch(step -> step >= 0)));
    }

    /**
     * The sparsest shape: what comes from one side along the diagonal through all axes less what comes from the other,
     * 2·radius points with signs +1 and -1. Folding k steps of radius 1 gives only k + 1 points.
     */
    public static Stencil diagonal(int rank, int radius) {
        return weighted(
                rank, offsets(rank, radius, o -> o[0] != 0 && Arrays.stream(o).allMatch(step -> step == o[0])));
    }

    /**
     * Some cells of a box at random, with random coefficients; the same for the same seed.
     *
     * @param density the part of the box's cells, above 0 and at most 1; at least the two ends along the first axis are
     *     read, so that the radius is what it says
     */
    public static Stencil random(int rank, int radius, double density, long seed) {
        if (!(density > 0 && density <= 1)) {
            throw new IllegalArgumentException("The density must be above 0 and at most 1, found " + density + ".");
        }
        List<int[]> box = offsets(rank, radius, o -> true);
        Random random = new Random(seed);
        Collections.shuffle(box, random);
        Set<Offset> chosen =
                new LinkedHashSet<>(List.of(Offset.along(0, -radius, rank), Offset.along(0, radius, rank)));
        long count = Math.max(2, Math.round(density * box.size()));
        box.stream().map(Offset::of).takeWhile(o -> chosen.size() < count).forEach(chosen::add);
        Map<Offset, Double> weights = new HashMap<>();
        chosen.forEach(offset -> weights.put(offset, (0.25 + random.nextDouble()) * (random.nextInt(4) == 0 ? -1 : 1)));
        return stencil(rank, weights);
    }

    private static List<int[]> offsets(int rank, int radius, Predicate<int[]> wanted) {
        if (rank < 1 || rank > AXES.size()) {
            throw new IllegalArgumentException("A stencil has 1 to 3 axes, not " + rank + ".");
        }
        if (radius < 1 || radius > MOST_RADIUS) {
            throw new IllegalArgumentException(
                    "The radius must be from 1 to " + MOST_RADIUS + ", found " + radius + ".");
        }
        List<int[]> all = new ArrayList<>();
        int side = 2 * radius + 1;
        for (int i = 0; i < Math.pow(side, rank); i++) {
            int[] offset = new int[rank];
            int rest = i;
            for (int axis = rank - 1; axis >= 0; axis--) {
                offset[axis] = rest % side - radius;
                rest /= side;
            }
            if (wanted.test(offset)) {
                all.add(offset);
            }
        }
        return all;
    }

    private static long moved(int[] offset) {
        return Arrays.stream(offset).filter(step -> step != 0).count();
    }

    /** Weights that fall with the distance; negative where all axes go back, in a shape without the cell itself. */
    private static Stencil weighted(int rank, List<int[]> offsets) {
        boolean diagonal = offsets.stream().noneMatch(o -> moved(o) == 0);
        Map<Offset, Double> weights = new HashMap<>();
        for (int[] offset : offsets) {
            int distance = Arrays.stream(offset).map(Math::abs).sum();
            double sign = diagonal && offset[0] < 0 ? -1 : 1;
            weights.put(Offset.of(offset), sign / (1 + distance));
        }
        return stencil(rank, weights);
    }

    private static Stencil stencil(int rank, Map<Offset, Double> weights) {
        double sum = weights.values().stream().mapToDouble(Math::abs).sum();
        Map<Access, Polynomial> taps = new HashMap<>();
        weights.forEach((offset, weight) -> {
            // Rounded towards zero, so that the sum stays below 1, but never to zero.
            long units = Math.max(1, (long) (Math.abs(weight) / sum * (1 << 24)));
            taps.put(new Access("u", 0, offset), Polynomial.of(new BigFraction(weight < 0 ? -units : units, 1L << 24)));
        });
        return Stencil.of(StencilSpec.of(AXES.subList(0, rank), "u", LinearForm.of(taps, Polynomial.ZERO)));
    }
}
