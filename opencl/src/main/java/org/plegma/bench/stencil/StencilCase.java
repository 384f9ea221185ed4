package org.plegma.bench.stencil;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.ChangeMeter;
import org.plegma.stencil.plan.StencilPlan;

/**
 * A bench case of some steps with a method, on a stencil of one field. Its bytes and operations are
 * those of single steps, each read and written once, so that a method that does several on chip passes the limit.
 *
 * <p>Before each run the field is set to the same random values; only the steps are timed. Judged are the first round of
 * the method's steps, in boxes, by the oracle, and for methods other than {@code direct} all steps, in every cell, by what
 * {@code direct} makes of them. So the error of many steps is a distance from {@code direct}, whose own rounding it shows too, and
 * for {@code direct} that of a step.
 */
final class StencilCase {
    /** Terms that the oracle adds up for one cell of the result. */
    private static final double MOST_OF_THE_ORACLE = 1e8;

    private final Stencil stencil;
    private final ElementType type;
    private final int[] shape;
    private final int steps;
    private final Method method;
    private boolean byHost;
    private boolean rested;

    StencilCase(Stencil stencil, ElementType type, int[] shape, int steps, Method method) {
        this.stencil = stencil;
        this.type = type;
        this.shape = shape;
        this.steps = steps;
        this.method = method;
    }

    /** Timed by the host's clock, from the call to the end: for cases beside those of several devices, which have no clock together. */
    StencilCase byHost() {
        byHost = true;
        return this;
    }

    /** As {@link BenchCase.Builder#rested}. */
    StencilCase rested(boolean yes) {
        rested = yes;
        return this;
    }

    /** The case as one of a bench family. */
    BenchCase named(String family, String name, Map<String, Object> parameters) {
        StencilSpec spec = stencil.spec();
        double cells = Arrays.stream(shape).asDoubleStream().reduce(steps, (a, b) -> a * b);
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        // No coefficients are above 1 in sum, so errors do not grow but add up; folded steps have more terms.
        int round = method.isAuto() ? 1 : Math.min(steps, method.way().stepsMultipliedOut(method.steps()));
        double perRound = Math.pow(2.0 * round * spec.footprint().radius() + 1, spec.rank());
        double tolerance = unit * steps * (Math.min(perRound, spec.cost().points() * (double) round) + 3);
        BenchCase.Builder named = BenchCase.of(family, name, method.toString())
                .parameter("radius", spec.footprint().radius())
                .parameter("steps", steps);
        parameters.forEach(named::parameter);
        if (rested) {
            named.rested();
        }
        return named.type(type)
                .shape(shape)
                .flops(cells * spec.cost().flops())
                .bytes(cells * spec.cost().bytes(type.bytes()))
                .cells(cells)
                .tolerance(tolerance)
                .prepare(Run::new);
    }

    /** The case on one set of buffers. */
    private final class Run implements Trial {
        private final String field = State.onlyField(stencil.spec());
        private final Session session;
        private final DeviceArray start;
        private final StencilPlan plan;
        private final int round;
        private final BoxCheck boxes;
        private double seconds;

        Run(Buffers buffers) {
            session = buffers.session();
            start = buffers.input(type, shape);
            plan = plan(method);
            round = round(plan.method());
            boxes = new BoxCheck(stencil.spec(), shape, round, stencil.boundary());
            buffers.output(plan.state().previous(field));
        }

        @Override
        public String why() {
            return method.isAuto() ? plan.method() + ": " + plan.why() : "";
        }

        private StencilPlan plan(Method way) {
            return stencil.on(session).type(type).method(way).planRun(steps, shape);
        }

        /**
         * The steps that the oracle follows; one where more would take it long, as {@code direct} is then what judges all of them.
         */
        private int round(Method chosen) {
            int most = Math.min(steps, chosen.way().stepsCompared(chosen.steps()));
            double cells = 1;
            for (int axis = 0; axis < shape.length; axis++) {
                cells *= Math.min(
                        shape[axis], 2.0 * most * stencil.spec().footprint().radius(axis) + 1);
            }
            return cells * most * stencil.spec().cost().points() > MOST_OF_THE_ORACLE ? 1 : most;
        }

        @Override
        public List<Event> run() {
            if (!byHost) {
                return steps(plan, steps);
            }
            start.copyTo(plan.state().current(field));
            session.compute().finish();
            long begin = System.nanoTime();
            List<Event> events = plan.launch(steps);
            events.get(events.size() - 1).await();
            seconds = (System.nanoTime() - begin) * 1e-9;
            return List.of();
        }

        @Override
        public OptionalDouble ownSeconds() {
            return byHost ? OptionalDouble.of(seconds) : OptionalDouble.empty();
        }

        private List<Event> steps(StencilPlan some, int count) {
            start.copyTo(some.state().current(field));
            return some.launch(count);
        }

        @Override
        public double error() {
            double error = method.equals(Method.direct()) ? 0 : differenceFromDirect();
            steps(plan, round);
            return Math.max(error, boxes.error(start, plan.state().current(field)));
        }

        /** Relative to the largest value. */
        private double differenceFromDirect() {
            try (StencilPlan direct = plan(Method.direct());
                    ChangeMeter meter = new ChangeMeter(session, type)) {
                steps(direct, steps);
                DeviceArray expected = direct.state().current(field);
                double difference = meter.largest(plan.state().current(field), expected);
                DeviceArray zero = direct.state().previous(field);
                zero.fill(0);
                return difference / meter.largest(expected, zero);
            }
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
