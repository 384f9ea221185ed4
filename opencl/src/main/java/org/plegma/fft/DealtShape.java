package org.plegma.fft;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.device.shared.PieceMemory;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;

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

    /** Complex values that a device takes of a row, where all take as many. */
    long share() {
        return Planner.count(points, 1, points.length) / each.size();
    }

    /**
     * Whether the third axis is transformed between the second and the first if devices exchange by address: if it is the last, in one
     * pass, and of complex values.
     */
    boolean transformsBetween() {
        return !real
                && points.length == 3
                && each.stream().allMatch(fft -> planner(fft).takesRuns(points[2]));
    }

    /** Whether all axes behind the second are transformed before it, and their results wait in memory. */
    boolean transformsBehind() {
        return points.length > 2 && !transformsBetween();
    }

    private Planner planner(Fft fft) {
        return new Planner(new PassCompiler(fft.session(), type, fft.code()).limits());
    }

    /** Whether the passes along the second axis can write and read shares of so many places by address. */
    boolean takesShares(int width) {
        long inner = Planner.count(points, 2, points.length);
        return each.stream().allMatch(fft -> planner(fft).takesShares(points[1], inner, width));
    }

    /**
     * In which pass the tiles of an exchange cross the link, in turn: while they are written, in the pass between if there is one, or while
     * they are read. Equal parts are best, but where rows take one pass, and columns two that alternate: these have more time for the link.
     *
     * @param alternate whether two passes of an axis may alternate
     */
    int[] crossings(boolean alternate) {
        if (transformsBetween()) {
            return new int[] {0, 1, 2};
        }
        Planner planner = planner(each.get(0));
        boolean rowsTakeOne = planner.apartByAddress(points[1], Planner.count(points, 2, points.length), false) == 1;
        boolean columnsTakeOne = planner.apartByAddress(points[0], share(), true) == 1;
        return alternate && rowsTakeOne && !columnsTakeOne ? new int[] {0, 1, 1, 0, 1, 0, 1, 1} : new int[] {0, 1};
    }

    /** Why devices cannot exchange by address; empty if they can. */
    Optional<String> addressRefusal() {
        int devices = each.size();
        if (devices == 1) {
            return Optional.of("There is one device.");
        }
        if (columns == null) {
            return Optional.of("Whole transforms of a batch are dealt out.");
        }
        if (each.stream().anyMatch(fft -> fft.code() == Code.CPU)) {
            return Optional.of("Code for processors takes no addresses.");
        }
        if (real && shape.length == 2) {
            return Optional.of("The pass before the exchange is one of reals.");
        }
        if (!isEqual(rows) || !isEqual(columns)) {
            return Optional.of("The devices' parts are not all of one size.");
        }
        boolean taken = takesShares(points[1] / devices)
                && each.stream().allMatch(fft -> planner(fft).takesPlaces(points[0]));
        return taken
                ? PieceMemory.refusal(sessions())
                : Optional.of("Passes of the first two lengths, " + points[0] + " and " + points[1]
                        + ", cannot cut them among devices.");
    }

    private static boolean isEqual(int... ends) {
        for (int i = 0; i < ends.length; i++) {
            if (ends[i] != (i + 1) * ends[0]) {
                return false;
            }
        }
        return ends[0] > 0;
    }
}
