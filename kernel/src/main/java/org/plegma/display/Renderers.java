package org.plegma.display;

import java.awt.image.BufferedImage;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.internal.chartpart.IChart;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionExplanation;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.memory.MemoryReport;
import org.plegma.device.timeline.Timeline;
import org.plegma.display.chart.ChartRow;
import org.plegma.display.chart.ChartView;
import org.plegma.display.grid.AnimationView;
import org.plegma.display.grid.ArrayText;
import org.plegma.display.grid.GridView;
import org.plegma.display.grid.ValueText;
import org.plegma.display.page.ErrorView;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.PngImages;
import org.plegma.display.page.Renderer;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;
import org.plegma.display.page.TableView;
import org.plegma.display.page.Text;
import org.plegma.display.results.ConvolutionView;
import org.plegma.display.results.DeviceViews;
import org.plegma.display.results.ExplanationView;
import org.plegma.display.results.GemmView;
import org.plegma.display.results.LaneView;
import org.plegma.display.results.MeasureViews;
import org.plegma.display.results.ParallelViews;
import org.plegma.display.results.ProgramViews;
import org.plegma.display.results.RewriteViews;
import org.plegma.display.results.StencilView;
import org.plegma.display.results.TuningView;
import org.plegma.display.results.VerdictView;
import org.plegma.gemm.GemmExplanation;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.Comparison;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;
import org.plegma.rewrite.WhyNot;
import org.plegma.rewrite.parallel.LoopComparison;
import org.plegma.rewrite.parallel.ParallelLoop;
import org.plegma.rewrite.simulator.LanePicture;
import org.plegma.rewrite.simulator.WarpTrace;
import org.plegma.stencil.Animation;
import org.plegma.stencil.Explanation;
import org.plegma.stencil.Formula;
import org.plegma.stencil.Stencil;
import org.plegma.tune.result.TuningResult;
import org.slf4j.LoggerFactory;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.table.TableSlice;

/**
 * The registry of renderers, by type: what a value looks like in the notebook.
 *
 * <p>The renderer of the nearest type wins: the value's class, then its interfaces, then its superclass and that one's
 * interfaces, and so on. A value of no known type is shown by its {@code toString()}. Safe for use by several threads.
 */
public final class Renderers {

    private Renderers() {}

    /** Sets the renderer of a type and of its subtypes that have no nearer one; the last registration wins. */
    public static <T> void register(Class<T> type, Renderer<? super T> renderer) {
        Registry.RENDERERS.put(type, renderer);
    }

    /** Sets how a collection that holds nothing but values of a type is shown; the last registration wins. */
    public static <T> void registerList(Class<T> element, Renderer<List<T>> renderer) {
        CollectionView.register(element, renderer);
    }

    /** The types that have a renderer, {@code Object} for all others among them: a kernel that asks by type shows all alike. */
    public static Set<Class<?>> types() {
        Set<Class<?>> types = new LinkedHashSet<>(Registry.RENDERERS.keySet());
        types.add(Object.class);
        return types;
    }

    /**
     * Renders any value, null included. Never throws and never returns null: if a renderer fails, the value is shown as
     * plain text, with a line that says what went wrong.
     */
    public static MimeBundle render(@Nullable Object value) {
        if (value instanceof String text) {
            return MimeBundle.text(Text.result(text));
        }
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return MimeBundle.text(String.valueOf(value)); // the common case, without loading any renderer
        }
        try {
            Renderer<Object> renderer = find(value.getClass());
            if (renderer != null) {
                return Objects.requireNonNull(renderer.render(value), "its renderer gave nothing");
            }
            return MimeBundle.text(Text.result(Text.withoutWrappers(String.valueOf(value.toString()))));
        } catch (ThreadDeath stop) { // how JShell ends a cell
            throw stop;
        } catch (Throwable failure) {
            LoggerFactory.getLogger(Renderers.class)
                    .debug("cannot render a {}", value.getClass().getName(), failure);
            return MimeBundle.text(plain(value) + "\n(not shown any better: "
                    + ErrorView.of(failure).line() + ")");
        }
    }

    /**
     * Renders a failure for the reader of a notebook: what happened, where, and how to cure it.
     *
     * @param withStackTrace whether to add the stack trace
     */
    public static MimeBundle error(Throwable failure, boolean withStackTrace) {
        return render(ErrorView.of(failure).stackTrace(withStackTrace));
    }

    private static String plain(Object value) {
        try {
            return Text.withoutWrappers(String.valueOf(value.toString()));
        } catch (Exception | StackOverflowError failure) {
            return value.getClass().getName() + " whose toString() fails";
        }
    }

    @SuppressWarnings("unchecked") // register() pairs each class with a renderer of it
    private static @Nullable Renderer<Object> find(Class<?> type) {
        for (Class<?> candidate : ancestry(type)) {
            Renderer<?> renderer = Registry.RENDERERS.get(candidate);
            if (renderer != null) {
                return (Renderer<Object>) renderer;
            }
        }
        return null;
    }

    /** The class, its interfaces, its superclass, and so on: nearest first, {@code Object} last. */
    private static Set<Class<?>> ancestry(Class<?> type) {
        Set<Class<?>> order = new LinkedHashSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            order.add(c);
            addInterfaces(List.of(c.getInterfaces()), order);
        }
        if (type.isArray() && !type.getComponentType().isPrimitive()) {
            order.add(Object[].class);
        }
        order.add(Object.class);
        return order;
    }

    private static void addInterfaces(List<Class<?>> interfaces, Set<Class<?>> order) {
        order.addAll(interfaces);
        interfaces.forEach(i -> addInterfaces(List.of(i.getInterfaces()), order));
    }

    /** The renderers; loaded with the first value that is not trivial, so that plain cells stay quick. */
    private static final class Registry {
        static final Map<Class<?>, Renderer<?>> RENDERERS = new ConcurrentHashMap<>();

        static {
            put(MimeBundle.class, bundle -> bundle);
            put(Sheet.class, Sheet::bundle);
            put(Table.class, table -> TableView.of(table).render());
            put(TableSlice.class, slice -> TableView.of(slice.asTable()).render());
            put(TableView.class, TableView::render);
            put(Column.class, column -> TableView.of(column).render());
            put(Row.class, row -> TableView.of(row).render());
            put(IChart.class, chart -> ChartView.of(chart).render());
            put(ChartView.class, ChartView::render);
            put(ChartRow.class, ChartRow::render);
            put(BufferedImage.class, PngImages::render);
            put(Grid.class, grid -> GridView.of(grid).render());
            put(GridView.class, GridView::render);
            put(Animation.class, animation -> AnimationView.of(animation).render());
            put(AnimationView.class, AnimationView::render);
            put(Device.class, DeviceViews::device);
            put(Session.class, DeviceViews::session);
            put(MemoryReport.class, DeviceViews::memory);
            put(Event.class, DeviceViews::event);
            put(Timeline.class, DeviceViews::timeline);
            put(DeviceArray.class, DeviceViews::array);
            put(Program.class, ProgramViews::program);
            put(Kernel.class, ProgramViews::kernel);
            put(SourceView.class, SourceView::render);
            put(Measurement.class, one -> MeasureViews.measurements(List.of(one))
                    .bundle());
            put(Ceilings.class, ceilings -> MeasureViews.ceilings(ceilings).bundle());
            put(Provenance.class, facts -> MeasureViews.provenance(facts).bundle());
            put(WaitingShares.class, waiting -> MeasureViews.waiting(waiting).bundle());
            put(Campaign.class, campaign -> MeasureViews.campaign(campaign).bundle());
            put(Comparison.class, comparison -> MeasureViews.comparison(comparison)
                    .bundle());
            put(TuningResult.class, TuningView::render);
            put(Stencil.class, StencilView::render);
            put(Formula.class, StencilView::formula);
            put(Explanation.class, ExplanationView::render);
            put(ConvolutionExplanation.class, ConvolutionView::render);
            put(GemmExplanation.class, GemmView::render);
            put(Verdict.class, VerdictView::render);
            put(Trace.class, RewriteViews::trace);
            put(LoopComparison.class, ParallelViews::comparison);
            put(ParallelLoop.class, ParallelViews::loop);
            put(RuleSet.class, RewriteViews::rules);
            put(WhyNot.class, RewriteViews::whyNot);
            put(LanePicture.class, LaneView::render);
            put(WarpTrace.class, warp -> TableView.of(warp.table()).render());
            put(ErrorView.class, ErrorView::render);
            put(Throwable.class, failure -> ErrorView.of(failure).render());
            put(Collection.class, CollectionView::render);
            put(Map.class, map -> MimeBundle.text(ValueText.map(map)));
            put(Record.class, one -> MimeBundle.text(Text.result(ValueText.record(one))));
            put(Optional.class, optional -> MimeBundle.text(ValueText.of(optional)));
            put(BaseStream.class, stream -> MimeBundle.text(ValueText.stream(stream)));
            List.of(
                            Object[].class,
                            float[].class,
                            double[].class,
                            int[].class,
                            long[].class,
                            short[].class,
                            byte[].class,
                            char[].class,
                            boolean[].class)
                    .forEach(type -> put(type, array -> MimeBundle.text(ArrayText.of(array))));
        }

        private static <T> void put(Class<T> type, Renderer<? super T> renderer) {
            RENDERERS.put(type, renderer);
        }
    }
}
