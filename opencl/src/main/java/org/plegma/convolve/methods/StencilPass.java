package org.plegma.convolve.methods;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Offset;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.Method;

/**
 * A filter as one step of a stencil: its values are constants in a kernel that is made for them, in which those that are 0 do
 * not occur. Planes of a 3-D image stream past, as the stencil's method {@code direct} has it.
 */
final class StencilPass implements Executable {
    /** More would take compilers seconds. */
    private static final int MOST = 343;

    private static final String FIELD = "u";
    private static final List<String> AXES = List.of("x", "y", "z");

    private final CompiledStage stage;
    private final StepCode code;
    private final String text;

    StencilPass(Workshop workshop, ElementType type, Window window, double[] taps) {
        problem(window, taps).ifPresent(problem -> {
            throw new IllegalArgumentException(
                    "The method stencil " + problem + ". Use the method direct, fft or auto.");
        });
        int first = first(window);
        int[] shape = Arrays.copyOfRange(window.out(), first, Window.AXES);
        StencilSpec spec = StencilSpec.of(AXES.subList(0, shape.length), FIELD, form(window, taps, first));
        StencilInstance instance = new StencilInstance(
                spec,
                Collections.nCopies(shape.length, window.boundary()),
                type,
                shape,
                workshop.device(),
                workshop.isForCpu() ? Variant.CPU : Variant.GPU);
        code = Method.direct().code(instance);
        stage = new CompiledStage(workshop.session(), instance, code, Map.of());
        text = "a step of a stencil of " + count(taps) + " points: " + window;
    }

    /** Whether it may be best: of images in 3-D, and not along one axis. */
    static boolean suits(Window window) {
        return window.taps()[0] > 1 && Math.max(window.taps()[1], window.taps()[2]) > 1;
    }

    /** Why a filter cannot be computed so. */
    static Optional<String> problem(Window window, double[] taps) {
        if (!Arrays.equals(window.image(), window.out())) {
            return Optional.of("has results as large as the image, as in the mode same");
        }
        if (DoubleStream.of(taps).anyMatch(tap -> !Double.isFinite(tap))) {
            return Optional.of("takes finite values only");
        }
        long count = count(taps);
        return count >= 1 && count <= MOST
                ? Optional.empty()
                : Optional.of("takes filters of 1 to " + MOST + " values that are not 0, found " + count);
    }

    /** Values that are not 0. */
    static long count(double[] taps) {
        return DoubleStream.of(taps).filter(tap -> tap != 0).count();
    }

    /** The first axis that there is. */
    private static int first(Window window) {
        int axis = 0;
        while (axis < Window.AXES - 1
                && window.image()[axis] == 1
                && window.taps()[axis] == 1
                && window.shift()[axis] == 0) {
            axis++;
        }
        return axis;
    }

    private static LinearForm form(Window window, double[] taps, int first) {
        int[] m = window.taps();
        int[] s = window.shift();
        Map<Access, Polynomial> all = new HashMap<>();
        for (int i = 0; i < taps.length; i++) {
            int[] at = {i / (m[1] * m[2]) + s[0], i / m[2] % m[1] + s[1], i % m[2] + s[2]};
            if (taps[i] != 0) {
                Offset offset = Offset.of(Arrays.copyOfRange(at, first, Window.AXES));
                all.put(
                        new Access(FIELD, 0, offset),
                        Polynomial.of(Exprs.num(taps[i]).value()));
            }
        }
        return LinearForm.of(all, Polynomial.ZERO);
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        return stage.launch(queue, List.of(result, image));
    }

    @Override
    public long bytes() {
        return stage.bytes();
    }

    @Override
    public String source() {
        return code.source();
    }

    @Override
    public String explain() {
        return text;
    }

    @Override
    public void close() {
        stage.close();
    }
}
