package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.shared.SharedArray;
import org.plegma.expr.tree.Boundary;
import org.plegma.fft.Fft;
import org.plegma.fft.SharedFftPlan;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.FrequencyForm.Component;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.method.frequency.DealtPowers;
import org.plegma.stencil.method.frequency.MirrorImages;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.KeptPlanes;
import org.plegma.stencil.slabs.Level;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.stencil.slabs.SlabRounds;

/**
 * The method {@code fft(k)} on the slabs of several devices: the levels are transformed by all of them, each multiplies the frequencies that
 * it has by the k-th power of the step's spectrum, and all transform back. That is a periodic grid, along some axes with
 * {@link MirrorImages}. Along an axis with another boundary the cells that k steps reach from an edge are stepped one by one, on strips of
 * twice that width: those along the first axis on the device that has the edge, those along others on slabs of their own.
 */
final class SlabProducts implements AutoCloseable {
    private static final int GROUP = 256;

    private final List<DeviceSlab> own;
    private final int[] shape;
    private final int steps;
    private final List<Level> levels;
    private final List<Runnable> owned = new ArrayList<>();
    private final MirrorImages images;
    private final SharedFftPlan plan;
    private final SharedArray values;
    private final SlabValues slabs;
    private final List<SharedArray> spectra = new ArrayList<>();
    private final List<DealtPowers> powers = new ArrayList<>();
    private final List<Strip> strips = new ArrayList<>();
    private final boolean finite;
    private final long bytes;
    /** Steps that are to be done one by one before the next product. */
    private int single;

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
     * @param steps that are one product
     * @throws IllegalArgumentException if it cannot be done in frequency, or not on these slabs
     */
    SlabProducts(SlabCode code, List<DeviceSlab> own, SlabOptions options, int[] shape, int steps) {
        this.own = List.copyOf(own);
        this.shape = shape.clone();
        this.steps = steps;
        StencilSettings settings = code.settings();
        FrequencyForm form = FrequencyForm.of(settings.spec(), steps);
        String method = "The method fft(" + steps + ") on several devices ";
        if (shape.length < 2) {
            throw new IllegalArgumentException(
                    method + "needs two axes or more, as its transforms do. Use direct, or one device by plan(...).");
        }
        own.forEach(slab -> {
            if (!slab.device().supportsDouble()) {
                throw new IllegalArgumentException(
                        method + "computes the power of a spectrum in double precision, which "
                                + slab.device().name() + " has not. Use blocked(k).");
            }
        });
        this.levels = form.components().stream()
                .map(component -> new Level(component.field(), component.age()))
                .toList();
        List<Session> sessions = own.stream().map(DeviceSlab::session).toList();
        double[] rates = own.stream().mapToDouble(slab -> slab.slab().planes()).toArray();
        ElementType type = code.type();
        this.images = code.images(sessions.get(0), form, steps);
        int[] periodic = images.shape();
        try {
            this.plan =
                    kept(Fft.of(sessions.get(0)).on(sessions, rates).planReal(type, periodic), SharedFftPlan::close);
            this.values = kept(plan.allocateInput(), SharedArray::close);
            this.slabs = kept(new SlabValues(code, this.own, images, values), SlabValues::close);
            for (Component component : form.components()) {
                spectra.add(kept(plan.allocateSpectrum(), SharedArray::close));
            }
            boolean all = true;
            for (int device = 0; device < own.size(); device++) {
                SharedArray any = spectra.get(0);
                if (any.count(device) > 0) {
                    powers.add(kept(
                            new DealtPowers(
                                    sessions.get(device),
                                    type,
                                    form,
                                    settings.parameters(),
                                    periodic,
                                    any.first(device),
                                    any.count(device),
                                    steps),
                            DealtPowers::close));
                    all &= !powers.get(powers.size() - 1).hasProblem();
                }
            }
            this.finite = all;
            this.bytes = slabs.bytes()
                    + type.bytes() * (length(values) + levels.size() * (1L + levels.size()) * length(spectra.get(0)));
            List<Boundary> boundaries = settings.boundaries();
            for (int axis = 0; axis < shape.length; axis++) {
                int width = steps * settings.spec().footprint().radius(axis);
                if (width > 0 && !boundaries.get(axis).wraps() && !images.along(axis)) {
                    requireRoom(method, axis, width);
                    addStrips(code, options, axis, width);
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private <T> T kept(T resource, Consumer<T> close) {
        owned.add(() -> close.accept(resource));
        return resource;
    }

    private static long length(SharedArray array) {
        return Arrays.stream(array.shape()).asLongStream().reduce(1, (a, b) -> a * b);
    }

    private void requireRoom(String method, int axis, int width) {
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
            strips.add(kept(strip, Strip::close));
        }
    }

    /**
     * Does a product on the slabs, if so many steps are left. Should a value not be finite, as many steps have to be done one by one.
     *
     * @param between steps that are done together if it is not done
     * @return the number of its steps, or 0 if it was not done
     */
    int tried(long left, int between, SlabRounds rounds) {
        if (single > 0 || left < steps) {
            single -= Math.min(single, between);
            return 0;
        }
        rounds.await();
        if (!run()) {
            single = steps - Math.min(steps, between);
            return 0;
        }
        rounds.unload(); // until all is in its place
        leave();
        rounds.loaded();
        return steps;
    }

    /** Computes them; false if some value is not finite, or may not be, as a transform would spread it everywhere. */
    private boolean run() {
        if (!finite) {
            return false;
        }
        for (int i = 0; i < levels.size(); i++) {
            slabs.take(levels.get(i));
            plan.forward(values, spectra.get(i));
        }
        int next = 0;
        for (int device = 0; device < own.size(); device++) {
            int having = device;
            if (spectra.get(0).count(device) > 0) {
                powers.get(next++)
                        .multiply(spectra.stream()
                                .map(spectrum -> spectrum.part(having).orElseThrow())
                                .toList());
            }
        }
        if (powers.stream().anyMatch(DealtPowers::hasProblem)) {
            return false;
        }
        strips.forEach(Strip::run);
        return true;
    }

    /** Puts what {@link #run} computed into the slabs. */
    private void leave() {
        for (int i = 0; i < levels.size(); i++) {
            plan.inverse(spectra.get(i), values);
            slabs.leave(levels.get(i));
        }
        strips.forEach(Strip::leave);
        own.forEach(slab -> slab.session().compute().finish());
    }

    /** Device memory of spectra and powers on all devices, without that of transforms and strips. */
    long bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return "fft(" + steps + ")"
                + (images.any()
                        ? " (on the grid with its mirror images, " + Arrays.toString(images.shape()) + ")"
                        : "");
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).run();
        }
        owned.clear();
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
