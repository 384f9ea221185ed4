package org.plegma.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.SharedArray;
import org.plegma.fft.pass.Steps;
import org.plegma.measure.waiting.SharedRun;
import org.plegma.measure.waiting.SharedWork;
import org.plegma.measure.waiting.WaitingShares;

/**
 * A transform of a shape on several devices, ready to run any number of times ({@link SharedFft}). Arrays of complex values have a last
 * axis of length 2. Not thread-safe. Close it to free its memory.
 */
public final class SharedFftPlan implements SharedWork, AutoCloseable {
    private final DealtShape dealt;
    private final DealtTransform transform;
    private final String way;
    /** Of each device, once there was a product. */
    private final List<Program> products = new ArrayList<>();

    private @Nullable SharedRun last;

    SharedFftPlan(DealtShape dealt) {
        this.dealt = dealt;
        Optional<String> refusal = dealt.addressRefusal();
        this.transform = refusal.isEmpty() ? new DirectTransform(dealt) : new TransposedTransform(dealt);
        this.way = refusal.map(why -> "Blocks are copied from device to device between two passes. " + why)
                .orElse(
                        "Passes write into the other devices' memory, and read from it: the exchange has no pass of its own.");
    }

    /** An array for {@link #forward}, dealt out along its first axis. */
    public SharedArray allocateInput() {
        return new SharedArray(dealt.sessions(), 0, dealt.rows(), dealt.type(), dealt.input());
    }

    /** An array for {@link #inverse}, dealt out along its second axis, of a batch along its first. */
    public SharedArray allocateSpectrum() {
        int[] columns = dealt.columns();
        return columns == null
                ? new SharedArray(dealt.sessions(), 0, dealt.rows(), dealt.type(), dealt.spectrum())
                : new SharedArray(dealt.sessions(), 1, columns, dealt.type(), dealt.spectrum());
    }

    /** The transform with exponent -2πi, not scaled; returns when all devices are done. The input is kept. */
    public void forward(SharedArray in, SharedArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        requireInput("input", in);
        requireSpectrum("output", out);
        transform.forward(in, out, began());
    }

    /**
     * The inverse of {@link #forward}, with exponent +2πi, divided by the number of points; returns when all devices are done. The input
     * is kept.
     */
    public void inverse(SharedArray in, SharedArray out) {
        Preconditions.notNull(in, "in");
        Preconditions.notNull(out, "out");
        requireSpectrum("input", in);
        requireInput("output", out);
        transform.inverse(in, out, began());
    }

    private SharedRun began() {
        return last = new SharedRun(dealt.each().size());
    }

    /**
     * Multiplies each value of a spectrum by that of another, in place; returns when all devices are done. Between {@link #forward} and
     * {@link #inverse} it makes a circular convolution, on the devices alone.
     */
    public void multiply(SharedArray spectrum, SharedArray factor) {
        Preconditions.notNull(spectrum, "spectrum");
        Preconditions.notNull(factor, "factor");
        requireSpectrum("spectrum", spectrum);
        requireSpectrum("factor", factor);
        if (products.isEmpty()) {
            dealt.sessions().forEach(session -> products.add(Steps.elements(session, dealt.type())));
        }
        for (int device = 0; device < products.size(); device++) {
            multiply(products.get(device), spectrum.part(device), factor.part(device));
        }
        dealt.sessions().forEach(session -> session.compute().finish());
    }

    private static void multiply(Program program, Optional<DeviceArray> values, Optional<DeviceArray> by) {
        if (values.isPresent() && by.isPresent()) {
            long count = values.get().length() / 2;
            Steps.elements(program, "multiply", count).call(values.get(), values.get(), by.get(), count, count);
        }
    }

    Grid forward(Grid grid) {
        try (SharedArray in = allocateInput();
                SharedArray out = allocateSpectrum()) {
            forward(in.upload(grid), out);
            return out.download();
        }
    }

    Grid inverse(Grid grid) {
        try (SharedArray in = allocateSpectrum();
                SharedArray out = allocateInput()) {
            inverse(in.upload(grid), out);
            return out.download();
        }
    }

    private void requireInput(String what, SharedArray array) {
        require(what, array, dealt.input(), 0, dealt.rows());
    }

    private void requireSpectrum(String what, SharedArray array) {
        int[] columns = dealt.columns();
        require(what, array, dealt.spectrum(), columns == null ? 0 : 1, columns == null ? dealt.rows() : columns);
    }

    private void require(String what, SharedArray array, int[] shape, int axis, int... ends) {
        ElementType type = dealt.type();
        if (array.type() != type || !Arrays.equals(array.shape(), shape) || !array.isDealt(axis, ends)) {
            throw new IllegalArgumentException("The " + what + " of the transform must be " + type.javaName() + " "
                    + Arrays.toString(shape) + " with parts that end at " + Arrays.toString(ends) + " along axis "
                    + axis + ", found: " + array + ".");
        }
    }

    /**
     * For each device the share of the time of a transform in which it computes nothing: as predicted, and as it was in the last one,
     * forward or back. A pass that writes to another device or reads from it counts as computing, however long it waits for the link. What
     * an exchange costs is measured, and stored, when it is asked for first.
     */
    @Override
    public WaitingShares explain() {
        return new DealtCosts(dealt).explained(toString(), transform, last);
    }

    @Override
    public void close() {
        products.forEach(Program::close);
        products.clear();
        transform.close();
    }

    @Override
    public String toString() {
        return "FFT of " + dealt.type().javaName() + " " + Arrays.toString(dealt.input()) + " on "
                + dealt.each().size() + " devices. " + way;
    }
}
