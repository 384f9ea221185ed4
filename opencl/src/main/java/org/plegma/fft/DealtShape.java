package org.plegma.fft;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.shared.SharedArray;

/**
 * A transform's shape and who has which part of it.
 *
 * @param rank axes that are transformed, the last ones
 * @param shape of the values, without parts
 * @param points of the spectrum, without parts
 * @param rows where parts of the first axis end
 * @param columns where parts of the second axis of the spectrum end; null for a batch, which is dealt out along the first
 */
record DealtShape(
        List<Fft> each,
        boolean real,
        ElementType type,
        int rank,
        int[] shape,
        int[] points,
        int[] rows,
        int @Nullable [] columns) {

    static DealtShape of(List<Fft> each, boolean real, ElementType type, int rank, int[] shape, double... rates) {
        int[] points = real ? RealPlanner.half(shape) : shape.clone();
        return new DealtShape(
                each,
                real,
                type,
                rank,
                shape.clone(),
                points,
                SharedArray.ends(shape[0], rates),
                rank < shape.length ? null : SharedArray.ends(points[1], rates));
    }

    List<Session> sessions() {
        return each.stream().map(Fft::session).toList();
    }

    /** Of an array of the values. */
    int[] input() {
        return real ? shape.clone() : FftPlan.withParts(shape);
    }

    /** Of an array of the spectrum. */
    int[] spectrum() {
        return FftPlan.withParts(points);
    }
}
