package org.plegma.stencil.method.frequency;

import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.StencilInstance;

/**
 * The mirror images that make a grid on several devices periodic along axes that are not dealt out: each device has them of its own planes.
 * Along the first axis, whose images other devices would have, there are none.
 */
public final class MirrorImages {
    private static final int GROUP = 256;

    private final FrequencyGrid grid;

    private MirrorImages(FrequencyGrid grid) {
        this.grid = grid;
    }

    /** Those that make steps faster, or possible at all, as the cost model has it for the whole grid on one device. */
    public static MirrorImages behindFirstAxis(StencilInstance instance, FrequencyForm form, int steps) {
        Preconditions.notNull(instance, "instance");
        Preconditions.notNull(form, "form");
        return new MirrorImages(FrequencyGrid.of(instance, form, steps, 1));
    }

    /** The shape of the grid with them. */
    public int[] shape() {
        return grid.shape().clone();
    }

    /** Whether there is one along any axis. */
    public boolean any() {
        return grid.isMirrored();
    }

    /** Whether there is one along an axis. */
    public boolean along(int axis) {
        return grid.mirrored()[axis];
    }

    /** Enqueues to write planes of a grid with their images. */
    public void add(Queue queue, Program program, DeviceArray from, DeviceArray to) {
        Preconditions.notNull(program, "program");
        Preconditions.notNull(from, "from");
        copy(queue, program.kernel("add_images"), from, to, from.shape(), to.shape());
    }

    /** Enqueues to write planes of a grid without their images. */
    public void leave(Queue queue, Program program, DeviceArray from, DeviceArray to) {
        Preconditions.notNull(program, "program");
        Preconditions.notNull(from, "from");
        copy(queue, program.kernel("leave_images"), from, to, to.shape(), from.shape());
    }

    static Event copy(Queue queue, Kernel kernel, DeviceArray from, DeviceArray to, int[] shape, int[] larger) {
        int[] small = sizes(shape);
        int[] large = sizes(larger);
        return kernel.global(Kernel.roundUp(to.length(), GROUP))
                .local(GROUP)
                .launch(queue, from, to, small[0], small[1], small[2], large[0], large[1], large[2]);
    }

    /** Of three axes. */
    static int[] sizes(int... shape) {
        int[] sizes = {1, 1, 1};
        System.arraycopy(shape, 0, sizes, sizes.length - shape.length, shape.length);
        return sizes;
    }
}
