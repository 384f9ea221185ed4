package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/**
 * Pictures of a run, one after another: planes of values with a label each. The notebook shows it as an animated image.
 *
 * <p>Frames are made small as they are taken, so that a long run of a large grid fits into memory: more than
 * {@value #MOST_CELLS} cells along an axis become means of blocks, and of a grid of three axes the middle plane across the
 * first is kept. Immutable.
 */
public final class Animation {
    /** The most frames of one animation. */
    public static final int MOST_FRAMES = 300;

    /** The most cells of a frame along an axis. */
    public static final int MOST_CELLS = 480;

    private final List<Grid> frames;
    private final List<String> labels;
    private final String source;

    private Animation(List<Grid> frames, List<String> labels, String source) {
        this.frames = List.copyOf(frames);
        this.labels = List.copyOf(labels);
        this.source = source;
    }

    /**
     * An animation of grids that were computed in any way, for example with kernels of one's own.
     *
     * @param grids of two or three axes, all of one shape
     * @param labels one for each, such as {@code t = 0.5}
     * @throws IllegalArgumentException if they are too many, none, of several shapes, or have another number of axes
     */
    public static Animation of(List<Grid> grids, List<String> labels) {
        Preconditions.notNull(grids, "grids");
        Preconditions.notNull(labels, "labels");
        if (grids.isEmpty() || grids.size() != labels.size()) {
            throw new IllegalArgumentException(
                    "An animation needs at least one grid and as many labels as grids, found " + grids.size()
                            + " grids and " + labels.size() + " labels.");
        }
        int[] shape = grids.get(0).shape();
        requireFrames(grids.size(), shape.length);
        for (Grid grid : grids) {
            if (!Arrays.equals(grid.shape(), shape)) {
                throw new IllegalArgumentException("The grids of an animation must have one shape, found "
                        + Arrays.toString(shape) + " and " + Arrays.toString(grid.shape()) + ".");
            }
        }
        return new Animation(grids.stream().map(Animation::frame).toList(), labels, describe(grids.get(0)));
    }

    static void requireFrames(long count, int rank) {
        if (rank != 2 && rank != 3) {
            throw new IllegalArgumentException("Only grids of 2 or 3 axes can be animated, found " + rank
                    + ". Of a run along one axis, snapshots(…) make a picture with time as the second.");
        }
        if (count > MOST_FRAMES) {
            throw new IllegalArgumentException("An animation has at most " + MOST_FRAMES + " frames, this would have "
                    + count + ". Take one less often.");
        }
    }

    /** The small picture that is kept of a grid. */
    static Grid frame(Grid grid) {
        Grid plane = grid.rank() == 3 ? grid.slice(0, grid.size(0) / 2) : grid;
        Grid kept = plane.coarsen(block(plane.size(0)), block(plane.size(1)));
        if (grid.rank() == 3 && grid.attribute("spacing") instanceof double[] each && each.length == 3) {
            return kept.withAttribute("spacing", new double[] {each[1], each[2]});
        }
        return kept;
    }

    private static int block(int cells) {
        return (cells + MOST_CELLS - 1) / MOST_CELLS;
    }

    private static String describe(Grid grid) {
        return grid.type().javaName() + " "
                + String.join(
                        " × ",
                        Arrays.stream(grid.shape()).mapToObj(Integer::toString).toList());
    }

    /** Collects the frames of a run. */
    static final class Recorder {
        private final List<Grid> frames = new ArrayList<>();
        private final List<String> labels = new ArrayList<>();
        private String source = "";

        /** Keeps a picture of the grid and returns it. */
        Grid add(long step, Grid grid) {
            Grid kept = frame(grid);
            frames.add(kept);
            labels.add("step " + step);
            source = describe(grid);
            return kept;
        }

        Animation animation() {
            return new Animation(frames, labels, source);
        }
    }

    /** The planes, in order; all have one shape of two axes and the attributes of their grids. */
    public List<Grid> frames() {
        return frames;
    }

    /** What is written on each frame. */
    public List<String> labels() {
        return labels;
    }

    /** Type and shape of the grids that the frames were taken from. */
    public String source() {
        return source;
    }

    @Override
    public String toString() {
        return "Animation of " + frames.size() + " frames, " + labels.get(0) + " to " + labels.get(labels.size() - 1)
                + ", of a grid of " + source;
    }
}
