package org.plegma.bench.stencil;

import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.ChangeMeter;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Bench cases of what a method takes until its first result is there: a new plan, its memory, and one run of its steps. Programs
 * come from the cache after the first time, so the compiler's time is not in it. Judged is the result, by {@code direct}.
 */
final class SetUpCase {
    private SetUpCase() {}

    static BenchCase of(
            String family,
            String name,
            Map<String, Object> parameters,
            Stencil stencil,
            ElementType type,
            int[] shape,
            int steps,
            Method method) {
        BenchCase.Builder named = BenchCase.of(family, name, "set-up and " + method)
                .parameter("radius", stencil.spec().footprint().radius())
                .parameter("steps", steps);
        parameters.forEach(named::parameter);
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        return named.type(type)
                .shape(shape)
                .tolerance(unit * steps * (stencil.spec().cost().points() + 3))
                .prepare(buffers -> trial(buffers, stencil, type, shape, steps, method));
    }

    private static Trial trial(
            Buffers buffers, Stencil stencil, ElementType type, int[] shape, int steps, Method method) {
        String field = State.onlyField(stencil.spec());
        DeviceArray start = buffers.input(type, shape);
        DeviceArray result = buffers.output(type, shape);
        return Trial.host(() -> run(buffers, start, result, stencil, type, steps, method, field), () -> {
            try (DeviceArray expected = buffers.session().allocate(type, shape);
                    ChangeMeter meter = new ChangeMeter(buffers.session(), type)) {
                run(buffers, start, expected, stencil, type, steps, Method.direct(), field);
                double off = meter.largest(result, expected);
                DeviceArray zero = buffers.scratch(type, shape);
                zero.fill(0);
                return off / meter.largest(expected, zero);
            }
        });
    }

    private static void run(
            Buffers buffers,
            DeviceArray start,
            DeviceArray result,
            Stencil stencil,
            ElementType type,
            int steps,
            Method method,
            String field) {
        try (StencilPlan plan =
                stencil.on(buffers.session()).type(type).method(method).planRun(steps, start.shape())) {
            start.copyTo(plan.state().current(field));
            plan.launch(steps);
            plan.state().current(field).copyTo(result);
            buffers.session().compute().finish();
        }
    }
}
