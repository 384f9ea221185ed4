package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;
import org.plegma.fft.pass.PassStep.Elements;
import org.plegma.fft.pass.PassStep.Lines;

/**
 * What a transform of reals and its inverse move and compute, as they are planned: lengths with large prime factors, and those
 * beyond one pass, take several times as much as others. For estimates; nothing is compiled or allocated.
 *
 * @param bytes read from and written to memory
 * @param operations on reals
 */
public record TransformWork(double bytes, double operations) {
    /** Of a step for single values: some are read, as many written. */
    private static final int VALUES_OF_AN_ELEMENT = 2;

    /**
     * The work of a shape.
     *
     * @param gpu whether the code for GPUs is meant, whatever the device is
     * @throws IllegalArgumentException if there is no such transform, with the reason
     */
    public static TransformWork of(Device device, boolean gpu, ElementType type, int... shape) {
        PassLimits limits = gpu ? PassLimits.ofGpu(device, type, code(device)) : PassLimits.ofCpu();
        List<PassStep> steps = new ArrayList<>(RealPlanner.forward(limits, shape, shape.length));
        steps.addAll(RealPlanner.inverse(limits, shape, shape.length));
        return of(type, steps);
    }

    /** The work of steps. */
    static TransformWork of(ElementType type, List<PassStep> steps) {
        double pairs = 0;
        double operations = 0;
        for (PassStep step : steps) {
            if (step instanceof Lines lines) {
                LinePass pass = lines.pass();
                pairs += pass.count() * (read(pass) + written(pass));
                operations += pass.count() * operations(pass);
            } else if (step instanceof Elements elements) {
                pairs += VALUES_OF_AN_ELEMENT * (double) elements.items();
            }
        }
        return new TransformWork(2 * type.bytes() * pairs, operations);
    }

    private static Code code(Device device) {
        return device.kind() == Kind.CPU ? Code.GPU : Code.of(device);
    }

    /** Pairs of reals. */
    private static double read(LinePass pass) {
        return switch (pass.load()) {
            case COMPLEX -> pass.n();
            case REAL -> pass.n() / 2.0;
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> chirped(pass);
        };
    }

    private static double written(LinePass pass) {
        return switch (pass.store()) {
            case COMPLEX -> pass.n();
            case REAL -> pass.n() / 2.0;
            case HALF -> pass.n() / 2 + 1;
            case HALF_OF_PAIRS -> pass.n() + 1;
            case CHIRP -> chirped(pass);
        };
    }

    /** The part that there is of a long line which is transformed in one pass, or in several of its parts. */
    private static double chirped(LinePass pass) {
        return pass.length() == 0 ? pass.chirp() : (double) pass.n() * pass.chirp() / pass.length();
    }

    private static double operations(LinePass pass) {
        double transform = 5.0 * pass.n() * Math.log(pass.n()) / Math.log(2);
        return pass.hasMiddle() ? 2 * transform : transform;
    }
}
