package org.plegma.stencil.method.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.StepCode.Scratch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.tile.TileGenerator;

/** The method {@code blocked(k)} for grids of two and three axes on a CPU, see {@link CpuWindowGenerator}. */
public final class CpuWindow {
    private CpuWindow() {}

    /** The code, unless this way is not of use. */
    public static Optional<StepCode> code(StencilInstance instance, int steps) {
        return tile(instance, steps).map(tile -> code(instance, steps, tile));
    }

    /** The same with a source that is the same for all shapes, but for those whose places need 64 bits. */
    public static Optional<StepCode> plain(StencilInstance instance, int steps) {
        return tile(instance, steps).map(tile -> code(instance, steps, tile.withoutStreaming()));
    }

    private static Optional<CpuWindowTile> tile(StencilInstance instance, int steps) {
        return instance.variant() == Variant.CPU ? CpuWindowTile.usual(instance, steps) : Optional.empty();
    }

    public static StepCode code(StencilInstance instance, int steps, CpuWindowTile tile) {
        // One work-group a core, as many would push each other's rings out of the cache.
        long groups = Math.min(
                tile.boxes(instance.shape()), Math.max(1, instance.device().computeUnits()));
        CpuWindowTile.Task task = CpuWindowTile.Task.of(instance, steps);
        List<Object> extra = new ArrayList<>(tile.arguments(task));
        extra.add(new Scratch("rings", groups * tile.cells(task)));
        return new StepCode(
                steps,
                TileGenerator.outputs(instance.spec().depth(), steps),
                () -> new CpuWindowGenerator(instance, steps, tile).source(),
                instance.cellCode().uniform(),
                List.of(new Launch(CpuWindowGenerator.KERNEL, new long[] {groups}, new long[] {1}, extra)));
    }
}
