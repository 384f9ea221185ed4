package org.plegma.stencil;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.plegma.array.AtomicFile;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.expr.StencilSpec;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Snapshots of a run in one HDF5 file: for each updated field a dataset whose first axis is time, {@code step} with the
 * steps done at each, and the formula and all settings as attributes of the file.
 *
 * <p>The HDF5 library writes nothing before the end, so all snapshots are in memory until then, and as much again while
 * they are written; a run that cannot have that is refused before it starts.
 */
final class SnapshotFile {
    /** The snapshots, their copy for the library, and the compressed bytes. */
    private static final int COPIES = 3;

    private final BoundStencil settings;
    private final Path file;
    private final Map<String, List<Grid>> series = new LinkedHashMap<>();
    private final List<Long> steps = new ArrayList<>();

    /** Fails if no file can be there. */
    SnapshotFile(BoundStencil settings, Path file) {
        AtomicFile.requirePlace(file);
        this.settings = settings;
        this.file = file;
        settings.stencil().spec().updatedFields().forEach(field -> series.put(field, new ArrayList<>()));
    }

    /** Fails if so many snapshots do not fit into Java's memory. */
    void requireRoom(long snapshots, long cells, ElementType type) {
        Runtime java = Runtime.getRuntime();
        double free = java.maxMemory() - (java.totalMemory() - java.freeMemory());
        double needed = (double) COPIES * snapshots * series.size() * cells * type.bytes();
        if (needed > free) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%d snapshots of %s need up to %.1f MiB of Java's memory until they are written, and %.1f are free."
                            + " Take them less often, or give Java more by its option -Xmx.",
                    snapshots,
                    series.keySet(),
                    needed / (1 << 20),
                    free / (1 << 20)));
        }
    }

    void add(long step, Map<String, Grid> fields) {
        steps.add(step);
        series.forEach((field, grids) -> grids.add(fields.get(field)));
    }

    /** Writes all, replacing the file as a whole. */
    void save(long every, StencilPlan plan) {
        Grid done = Grid.doubles(steps.size()).fill(index -> steps.get(index[0]));
        Grid step = done.to(done.max() <= Integer.MAX_VALUE ? ElementType.INT : ElementType.DOUBLE);
        List<String> axes = new ArrayList<>(List.of("step"));
        axes.addAll(settings.stencil().spec().axes());
        series.values().forEach(grids -> grids.set(0, grids.get(0).withAttribute("axes", axes.toArray(String[]::new))));
        Hdf5.save(file, Map.of("step", step), series, attributes(every, plan));
    }

    private Map<String, Object> attributes(long every, StencilPlan plan) {
        StencilSpec spec = settings.stencil().spec();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", "plegma snapshots");
        all.put("formula", spec.formula());
        all.put(
                "boundary",
                settings.settings().boundaries().stream().map(Object::toString).collect(Collectors.joining(", ")));
        all.put("method", plan.method().toString());
        all.put("why", plan.why());
        all.put("device", settings.device().name());
        all.put("steps", steps.get(steps.size() - 1));
        all.put("every", every);
        settings.settings().parameters().forEach((name, value) -> all.put("param " + name, value));
        return all;
    }
}
