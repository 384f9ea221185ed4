package org.plegma.convolve;

import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.tune.choice.Choice.Origin;

/**
 * A convolution of images of one shape by one filter, compiled and ready to run any number of times. Not thread-safe. Close
 * it to free its memory.
 *
 * <pre>{@code
 * try (ConvolutionPlan blur = Convolve.of(session).plan(ElementType.FLOAT, Filter.gaussian(2, 3), 4096, 4096)) {
 *     blur.run(image, blurred);
 * }
 * }</pre>
 */
public final class ConvolutionPlan implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final int[] input;
    private final int[] output;
    private final String method;
    private final Origin origin;
    private final Executable executable;

    ConvolutionPlan(
            Session session,
            ElementType type,
            int[] input,
            int[] output,
            String method,
            Origin origin,
            Executable executable) {
        this.session = session;
        this.type = type;
        this.input = input;
        this.output = output;
        this.method = method;
        this.origin = origin;
        this.executable = executable;
    }

    /**
     * Computes the result of an image; both are on the session's device and do not overlap.
     *
     * @param image of the plan's type and of the shape that it was made for
     * @param result of the plan's type and of the shape {@link #outputShape}
     * @return the last launch
     * @throws IllegalArgumentException if an array is another, or if they overlap
     */
    public Event run(DeviceArray image, DeviceArray result) {
        Preconditions.notNull(image, "image");
        Preconditions.notNull(result, "result");
        List<Event> events = launch(image, result);
        return events.get(events.size() - 1);
    }

    /** As {@link #run}, in a queue of the same device, with an event for each launch. */
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(image, "image");
        Preconditions.notNull(result, "result");
        require("image", image, input);
        require("result", result, output);
        if (image.overlaps(result)) {
            throw new IllegalArgumentException(
                    "A convolution cannot write into the image that it reads. Give another array for the result.");
        }
        return executable.launch(queue, image, result);
    }

    /** As {@link #run}, with an event for each launch. */
    public List<Event> launch(DeviceArray image, DeviceArray result) {
        return launch(session.compute(), image, result);
    }

    private void require(String what, DeviceArray array, int[] shape) {
        if (array.type() != type || !Arrays.equals(array.shape(), shape)) {
            throw new IllegalArgumentException("The " + what + " of this convolution must be " + type.javaName() + " "
                    + Arrays.toString(shape) + ", found " + array.type().javaName() + " "
                    + Arrays.toString(array.shape()) + ".");
        }
    }

    /** The session that it runs in. */
    public Session session() {
        return session;
    }

    /** The type of images, filters and results. */
    public ElementType type() {
        return type;
    }

    /** The shape of the results. */
    public int[] outputShape() {
        return output.clone();
    }

    /** The method that runs, chosen or named. */
    public String method() {
        return method;
    }

    /** Why it runs, in the words of all explanations. */
    public String why() {
        return origin.text();
    }

    /** The OpenCL C that runs. */
    public String source() {
        return executable.source();
    }

    /** What happens, a line for each launch. */
    public String steps() {
        return executable.explain();
    }

    @Override
    public void close() {
        executable.close();
    }

    @Override
    public String toString() {
        return "convolution of " + type.javaName() + " " + Window.text(input) + " by " + method
                + (origin == Origin.ASKED ? "" : " (" + why() + ")") + " on "
                + session.device().name();
    }
}
