package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
import org.plegma.fft.Fft;
import org.plegma.fft.SharedFftPlan;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.FrequencyForm.Component;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.method.frequency.DealtPowers;
import org.plegma.stencil.method.frequency.MirrorImages;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.Level;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.stencil.slabs.SlabRounds;

/**
 * The method {@code fft(k)} on the slabs of several devices: the levels are transformed by all of them, each multiplies the frequencies that
 * it has by the k-th power of the step's spectrum, and all transform back. That is a periodic grid, along some axes with
 * {@link MirrorImages}; cells near other edges come from {@link SlabStrips}.
 */
final class SlabProducts implements AutoCloseable {
    private final List<DeviceSlab> own;
    private final int steps;
    private final List<Level> levels;
    private final List<Runnable> owned = new ArrayList<>();
    private final MirrorImages images;
    private final SharedFftPlan plan;
    private final SharedArray values;
    private final SlabValues slabs;
    private final List<SharedArray> spectra = new ArrayList<>();
    private final List<DealtPowers> powers = new ArrayList<>();
    private final SlabStrips strips;
    private final boolean finite;
    private final long bytes;
    /** Steps that are to be done one by one before the next product. */
    private int single;

    /**
     * @param code with steps one by one
     * @param own the slabs
     * @param steps that are one product
     * @throws IllegalArgumentException if it cannot be done in frequency, or not on these slabs
     */
    SlabProducts(SlabCode code, List<DeviceSlab> own, SlabOptions options, int[] shape, int steps) {
        this.own = List.copyOf(own);
        this.steps = steps;
        StencilSettings settings = code.settings();
        FrequencyForm form = FrequencyForm.of(settings.spec(), steps);
        String method = named(steps);
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
            this.strips = kept(
                    new SlabStrips(code, this.own, options, shape.clone(), steps, levels, images), SlabStrips::close);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The beginning of an error. */
    static String named(int steps) {
        return "The method fft(" + steps + ") on several devices ";
    }

    private <T> T kept(T resource, Consumer<T> close) {
        owned.add(() -> close.accept(resource));
        return resource;
    }

    private static long length(SharedArray array) {
        return Arrays.stream(array.shape()).asLongStream().reduce(1, (a, b) -> a * b);
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
        strips.run();
        return true;
    }

    /** Puts what {@link #run} computed into the slabs. */
    private void leave() {
        for (int i = 0; i < levels.size(); i++) {
            plan.inverse(spectra.get(i), values);
            slabs.leave(levels.get(i));
        }
        strips.leave();
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
}
