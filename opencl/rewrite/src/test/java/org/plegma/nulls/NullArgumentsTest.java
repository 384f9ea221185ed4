package org.plegma.nulls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.StreamConvolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.memory.LocalMemory;
import org.plegma.device.timeline.Timeline;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.fft.Spectra;
import org.plegma.fft.SpectralProduct;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.product.Matrix;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Measurement;
import org.plegma.measure.Measurements;
import org.plegma.measure.Overlap;
import org.plegma.measure.Provenance;
import org.plegma.measure.Work;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.Records;
import org.plegma.measure.chart.Charts;
import org.plegma.measure.chart.Roofline;
import org.plegma.measure.chart.TimelineChart;
import org.plegma.measure.progress.Progress;
import org.plegma.process.WorkLimit;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.optimise.Catalogue;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.optimise.Optimiser;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;
import org.plegma.stencil.Animation;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.tune.TunableKernel;
import org.plegma.tune.Tuner;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/** What users call tells which argument is null, and of which method: all methods, one null at a time. */
class NullArgumentsTest {
    /** What notebooks and programs call. */
    private static final List<Class<?>> API = List.of(
            ElementType.class,
            Grid.class,
            Hdf5.class,
            Session.class,
            DeviceArray.class,
            HostBuffer.class,
            LocalMemory.class,
            Program.class,
            Kernel.class,
            Queue.class,
            Event.class,
            Timeline.class,
            Bench.class,
            BenchCase.class,
            BenchCase.Builder.class,
            Buffers.class,
            Campaign.class,
            Ceilings.class,
            Charts.class,
            Measurement.class,
            Measurements.class,
            Overlap.class,
            Progress.class,
            Provenance.class,
            Roofline.class,
            TimelineChart.class,
            Work.class,
            org.plegma.tune.space.Parameter.class,
            Space.class,
            Configuration.class,
            TunableKernel.class,
            TunableKernel.Builder.class,
            Tuner.class,
            TuningStore.class,
            Fft.class,
            FftPlan.class,
            Spectra.class,
            SpectralProduct.class,
            Gemm.class,
            HostGemm.class,
            Matrix.class,
            Stencil.class,
            BoundStencil.class,
            StencilPlan.class,
            Animation.class,
            Convolve.class,
            Filter.class,
            ConvolutionPlan.class,
            StreamConvolve.class,
            StreamSource.class,
            StreamSink.class,
            StreamPinned.class,
            Rule.class,
            RuleSet.class,
            Computation.class,
            Optimiser.class,
            Catalogue.class);

    /** What may be null, as the Javadoc says. */
    private static final Set<String> MAY_BE_NULL = Set.of("Event.earlier", "Gemm.chosen");

    /** What is told by another word than the parameter's name. */
    private static final Map<String, String> WORDS = Map.of(
            "Gemm.opA", "operation of A",
            "Gemm.opB", "operation of B",
            "Kernel.arguments", "Argument 1 of k",
            "Gemm.d", "[CD]");

    private static final String HOST =
            """
            kernel void one(global float *x) { x[get_global_id(0)] = 1; }
            void host(global float *x, int n) { launch(one, n, 1, x); }
            """;

    @TempDir
    Path folder;

    @Test
    void eachNullIsNamed() {
        try (Session session = Session.open();
                Gemm gemm = Gemm.of(session);
                Progress progress = Progress.startQuietly("x", 1);
                FftPlan transform = Fft.of(session).plan(ElementType.FLOAT, 4)) {
            Samples samples = samples(session)
                    .give(Gemm.class, () -> gemm)
                    .give(Progress.class, () -> progress)
                    .give(FftPlan.class, () -> transform);
            Set<String> wrong = new TreeSet<>();
            int asked = 0;
            for (Class<?> type : API) {
                for (Executable each : callable(type)) {
                    for (int i = 0; i < each.getParameterCount(); i++) {
                        String place =
                                type.getSimpleName() + "." + each.getName() + "(" + each.getParameters()[i] + ")";
                        if (each.getParameterTypes()[i].isPrimitive()
                                || MAY_BE_NULL.contains(
                                        type.getSimpleName() + "." + each.getParameters()[i].getName())) {
                            continue;
                        }
                        asked++;
                        String said = answer(samples, each, i);
                        if (!said.isEmpty()) {
                            wrong.add(place + ": " + said);
                        }
                    }
                }
            }
            assertTrue(asked > 300, "only " + asked + " parameters were found: too few to be all");
            assertEquals("", String.join("\n", wrong));
        }
    }

    private Samples samples(Session session) {
        Program program = session.compile("kernel void k(global float *x) { x[get_global_id(0)] = 1; }");
        Grid grid = Grid.of(new float[16], 4, 4);
        DeviceArray array = session.upload(grid);
        BoundStencil stencil = Stencil.parse("u[x,y] = 0.5*u[x+1,y]").on(session);
        Filter filter = Filter.gaussian(2, 1.0);
        org.plegma.tune.space.Parameter<Integer> parameter = org.plegma.tune.space.Parameter.ints("X", 1, 2);
        TunableKernel tunable = TunableKernel.of(session, program.kernel("k"))
                .space(Space.of(parameter))
                .arguments(array)
                .global(c -> new long[] {16})
                .prepare();
        return new Samples(API)
                .give(Session.class, () -> session)
                .give(boolean.class, () -> true)
                .give(int.class, () -> 2)
                .give(Integer.class, () -> 2)
                .give(long.class, () -> 2L)
                .give(Long.class, () -> 2L)
                .give(double.class, () -> 0.5)
                .give(Double.class, () -> 0.5)
                .give(float.class, () -> 0.5f)
                .give(char.class, () -> 'x')
                .give(String.class, () -> "x")
                .give(Object.class, () -> new float[16])
                .give(Path.class, () -> folder.resolve("x"))
                .give(ElementType.class, () -> ElementType.FLOAT)
                .give(Grid.class, () -> grid)
                .give(DeviceArray.class, () -> array)
                .give(Program.class, () -> program)
                .give(Kernel.class, () -> program.kernel("k").global(16))
                .give(Matrix.class, () -> Matrix.of(array))
                .give(Buffers.class, () -> bare(Buffers.class, null, Map.of(), 0L))
                .give(
                        Ceilings.class,
                        () -> bare(Ceilings.class, "x", "x", Map.of(Ceilings.Limit.values()[0], 1.0), List.of()))
                .give(Records.class, () -> Records.of(List.of()))
                .give(RuleSet.class, () -> RuleSet.of(Strategy.sequence()))
                .give(Configuration.class, () -> Space.of(parameter).configuration("X", 1))
                .give(TunableKernel.class, () -> tunable)
                .give(Tunable.class, () -> tunable)
                .give(Term.class, () -> Code.opencl("kernel void k() {}"))
                .give(TuningKey.class, () -> new TuningKey("x", "x", "x", "x", "x", new long[] {1}))
                .give(SpectralProduct.class, () -> Fft.of(session).product(ElementType.FLOAT, 4, 4))
                .give(Stencil.class, stencil::stencil)
                .give(BoundStencil.class, () -> stencil)
                .give(
                        StencilSettings.class,
                        () -> StencilSettings.of(stencil.stencil().spec()))
                .give(StencilInstance.class, () -> StencilSettings.of(
                                stencil.stencil().spec())
                        .on(session.device(), Variant.GPU, ElementType.FLOAT, 4, 4))
                .give(StencilPlan.class, () -> stencil.plan(4, 4).load(grid))
                .give(WorkLimit.class, () -> new WorkLimit(Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .give(Filter.class, () -> filter)
                .give(ConvolutionPlan.class, () -> Convolve.of(session).plan(ElementType.FLOAT, filter, 4, 4))
                .give(StreamConvolve.class, () -> Convolve.of(session).stream(filter))
                .give(org.plegma.tune.space.Parameter.class, () -> parameter)
                .give(Computation.class, () -> Computation.of("x", HOST));
    }

    /** One that no public method gives without measuring, or within a bench. */
    private static <T> T bare(Class<T> type, Object... arguments) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return type.cast(constructor.newInstance(arguments));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Executable> callable(Class<?> type) {
        List<Executable> all = new ArrayList<>();
        if (!type.isRecord()) {
            all.addAll(List.of(type.getConstructors()));
        }
        for (Method each : type.getDeclaredMethods()) {
            if (Modifier.isPublic(each.getModifiers())
                    && !Modifier.isAbstract(each.getModifiers())
                    && !each.isSynthetic()
                    && !Set.of("equals", "valueOf").contains(each.getName())) {
                all.add(each);
            }
        }
        return all;
    }

    private static String word(Executable called, String parameter) {
        String here = called.getDeclaringClass().getSimpleName() + "." + parameter;
        return WORDS.getOrDefault(here, parameter);
    }

    /** Nothing if the argument is named, else what is said instead. */
    private static String answer(Samples samples, Executable called, int which) {
        Parameter[] parameters = called.getParameters();
        Object on = null;
        if (called instanceof Method && !Modifier.isStatic(called.getModifiers())) {
            on = samples.of(called.getDeclaringClass()).orElse(null);
            if (on == null) {
                return "no " + called.getDeclaringClass() + " to call it on";
            }
        }
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            // A type without a sample is null, too: if it comes behind, the first is told.
            arguments[i] = i == which
                    ? null
                    : samples.of(called.getGenericParameterTypes()[i]).orElse(null);
        }
        try {
            if (called instanceof Method method) {
                method.invoke(on, arguments);
            } else {
                ((Constructor<?>) called).newInstance(arguments);
            }
            return "accepted";
        } catch (InvocationTargetException thrown) {
            String message = String.valueOf(thrown.getCause().getMessage());
            return message.matches("(?is).*\\b" + word(called, parameters[which].getName()) + "\\b.*\\bnull\\b.*")
                            && !message.startsWith("Cannot ")
                    ? ""
                    : thrown.getCause().toString();
        } catch (ReflectiveOperationException e) {
            return e.toString();
        }
    }
}
