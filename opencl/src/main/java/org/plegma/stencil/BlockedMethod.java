package org.plegma.stencil;

import java.util.List;

/** The method {@code blocked(k)}: k steps on chip for each tile of the grid, with what they read around it. */
final class BlockedMethod {
    private BlockedMethod() {}

    static StepCode code(Setting setting, int steps) {
        return CpuWindow.code(setting, steps)
                .or(() -> BlockedSums.code(setting, steps))
                .or(() -> BlockedWindow.code(setting, steps))
                .orElseGet(() -> tiles(setting, steps));
    }

    /** The same with a source that many shapes share, as far as the ways have one. */
    static StepCode plain(Setting setting, int steps) {
        return CpuWindow.plain(setting, steps)
                .or(() -> BlockedSums.plain(setting, steps))
                .orElseGet(() -> code(setting, steps));
    }

    /** The way for any stencil and device; the others are faster on GPUs where they can be used. */
    private static StepCode tiles(Setting setting, int steps) {
        int rank = setting.shape().length;
        Tiles tiles = new Tiles(
                setting, steps, "blocked_", List.of(new Tiles.Box(new int[rank], setting.shape(), new int[rank])));
        return new StepCode(
                steps,
                TileGenerator.outputs(setting.spec().depth(), steps),
                tiles.source(),
                setting.cellCode().uniform(),
                tiles.launches());
    }
}
