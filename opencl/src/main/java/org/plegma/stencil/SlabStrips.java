package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.method.frequency.MirrorImages;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.KeptPlanes;
import org.plegma.stencil.slabs.Level;
import org.plegma.stencil.slabs.SlabOptions;

/**
 * The cells that some steps reach from edges which are neither periodic nor made so: they are stepped one by one, on strips of twice that
 * width. Those along the first axis are on the device that has the edge, those along others on slabs of their own.
 */
final class SlabStrips implements AutoCloseable {
    private static final int GROUP = 256;

    private final List<DeviceSlab> own;
    private final int[] shape;
    private final int steps;
    private final List<Level> levels;
    private final List<Strip> strips = new ArrayList<>();

    /** Near one edge. */
    private interface Strip extends AutoCloseable {
        /** Takes the levels as they are, and does the steps. */
        void run();

        /** Puts what is right of them over what was computed in frequency. */
        void leave();

        @Override
        void close();
    }

    /**
     * @param code with steps one by one
     * @param own the slabs
     * @param images of axes that need no strips
     * @throws IllegalArgumentException if there is no room
     */
    SlabStrips(
            SlabCode code,
            List<DeviceSlab> own,
            SlabOptions options,
            int[] shape,
            int steps,
            List<Level> levels,
            MirrorImages images) {
        this.own = own;
        this.shape = shape;
        this.steps = steps;
        this.levels = levels;
        StencilSettings settings = code.settings();
        try {
            for (int axis = 0; axis < shape.length; axis++) {
                int width = steps * settings.spec().footprint().radius(axis);
                if (width > 0 && !settings.boundaries().get(axis).wraps() && !images.along(axis)) {
                    requireRoom(axis, width);
                    addStrips(code, options, axis, width);
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void requireRoom(int axis, int width) {
        String method = SlabProducts.named(steps);
        if (2 * width > shape[axis]) {
            throw new IllegalArgumentException(
                    method + "cannot compute this: what the steps reach from both edges of axis "
                            + axis + ", " + width + " cells each, fills its " + shape[axis]
                            + ". Do fewer steps together, or use direct.");
        }
        for (DeviceSlab slab : axis > 0 ? List.<DeviceSlab>of() : List.of(own.get(0), own.get(own.size() - 1))) {
            if (slab.slab().planes() < 2 * width) {
                throw new IllegalArgumentException(
                        method + "steps " + 2 * width + " planes at each edge of the first axis"
                                + " one by one, and a slab there has only "
                                + slab.slab().planes()
                                + ". Do fewer steps together, or use fewer devices.");
            }
        }
    }

    private void addStrips(SlabCode code, SlabOptions options, int axis, int width) {
        for (int side = 0; side < 2; side++) {
            Strip strip = axis == 0
                    ? new EndStrip(code, own.get(side == 0 ? 0 : own.size() - 1), side, width)
                    : new SideStrip(code, options, axis, side, width);
            strips.add(strip);
        }
    }

    /** Takes the levels as they are, and does the steps. */
    void run() {
        strips.forEach(Strip::run);
    }

    /** Puts what is right of them over what was computed in frequency. */
    void leave() {
        strips.forEach(Strip::leave);
    }

    @Override
    public void close() {
        strips.forEach(Strip::close);
    }

    /** At an end of the first axis, on the device that has it. */
    private final class EndStrip implements Strip {
        private final DeviceSlab slab;
        private final int side;
        private final long half;
        private final StencilPlan cut;

        EndStrip(SlabCode code, DeviceSlab slab, int side, int width) {
            this.slab = slab;
            this.side = side;
            this.half = width * Arrays.stream(shape).skip(1).asLongStream().reduce(1, (a, b) -> a * b);
            this.cut = code.plan(slab.session(), 2 * width);
        }

        /** Where so many elements at the edge begin. */
        private long from(KeptPlanes kept, long count) {
            return kept.offset() + (side == 0 ? 0 : slab.slab().planes() * (half / width()) - count);
        }

        private long width() {
            return cut.shape()[0] / 2;
        }

        @Override
        public void run() {
            for (Level level : levels) {
                KeptPlanes kept = slab.kept(level);
                DeviceArray to = cut.state().level(level.field(), level.age());
                kept.array().copyAsync(kept.session().compute(), from(kept, 2 * half), to, 0, 2 * half);
            }
            cut.restart().run(steps);
        }

        @Override
        public void leave() {
            for (Level level : levels) {
                KeptPlanes kept = slab.kept(level);
                DeviceArray from = cut.state().level(level.field(), level.age());
                from.copyAsync(kept.session().compute(), side == 0 ? 0 : half, kept.array(), from(kept, half), half);
            }
        }

        @Override
        public void close() {
            cut.close();
        }
    }

    /** Along another axis, on all devices. Its slabs have the same planes, and as many ghosts, as those of the grid. */
    private final class SideStrip implements Strip {
        private final int axis;
        private final int side;
        private final int width;
        private final SlabPlan cut;
        private final List<Program> programs;

        SideStrip(SlabCode code, SlabOptions options, int axis, int side, int width) {
            this.axis = axis;
            this.side = side;
            this.width = width;
            int[] part = shape.clone();
            part[axis] = 2 * width;
            this.cut = code.slabs(own.stream().map(DeviceSlab::session).toList(), options, part);
            this.programs =
                    own.stream().map(slab -> code.copies(slab.session())).toList();
        }

        @Override
        public void run() {
            cut.loadInPlace(kept -> {
                int device = cut.own().indexOf(slab(kept));
                copy(
                        device,
                        own.get(device).kept(kept.level()),
                        kept,
                        2 * width,
                        side == 0 ? 0 : shape[axis] - 2 * width,
                        0);
            });
            cut.run(steps);
        }

        private DeviceSlab slab(KeptPlanes kept) {
            return cut.own().stream()
                    .filter(each -> each.slab().equals(kept.slab()))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void leave() {
            for (int device = 0; device < own.size(); device++) {
                for (Level level : levels) {
                    copy(
                            device,
                            cut.own().get(device).kept(level),
                            own.get(device).kept(level),
                            width,
                            side == 0 ? 0 : width,
                            side == 0 ? 0 : shape[axis] - width);
                }
            }
        }

        /** Ghosts are copied, too, and are of no use. */
        private void copy(int device, KeptPlanes from, KeptPlanes to, int extent, int fromFirst, int toFirst) {
            long inner = Arrays.stream(shape).skip(axis + 1L).asLongStream().reduce(1, (a, b) -> a * b);
            int fromSize = from.array().shape()[axis];
            long outer = from.array().length() / inner / fromSize;
            programs.get(device)
                    .kernel("copy_planes")
                    .global(Kernel.roundUp(inner * extent * outer, GROUP))
                    .local(GROUP)
                    .enqueue(
                            from.session().compute(),
                            from.array(),
                            to.array(),
                            inner,
                            extent,
                            outer,
                            fromSize,
                            to.array().shape()[axis],
                            fromFirst,
                            toFirst);
        }

        @Override
        public void close() {
            programs.forEach(Program::close);
            cut.close();
        }
    }
}
