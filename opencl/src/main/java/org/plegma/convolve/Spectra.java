package org.plegma.convolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;

/**
 * By products of spectra: the image, continued as far as the filter reaches, is cut into tiles that overlap by the filter
 * ("overlap-save"); of each, what a periodic correlation gives right is kept. One tile is the whole image.
 */
final class Spectra implements Road {
    private final ElementType type;
    private final Window window;
    private final Tiling tiling;
    private final List<AutoCloseable> made = new ArrayList<>();
    private final FftPlan plan;
    private final DeviceArray tiles;
    private final DeviceArray spectra;
    private final DeviceArray filter;
    private final Kernel cut;
    private final Kernel multiply;
    private final Kernel paste;
    private final String source = Shop.source("tiles.cl");

    Spectra(Shop shop, ElementType type, Window window, double[] taps, Tiling tiling) {
        this.type = type;
        this.window = window;
        this.tiling = tiling;
        try {
            this.plan = keep(Fft.of(shop.session()).axes(tiling.axes()).planReal(type, tiling.batchShape()));
            this.tiles = keep(shop.session().allocate(type, tiling.batchShape()).named("tiles"));
            this.spectra =
                    keep(shop.session().allocate(type, plan.spectrumShape()).named("spectra of tiles"));
            Program program = shop.program(
                    source,
                    "-DREAL=" + type.openclName(),
                    "-DREAL2=" + type.openclName() + "2",
                    "-DFOLD=" + window.fold());
            int[] size = tiling.size();
            long rows = (long) tiling.batch() * size[0] * size[1];
            this.cut = rows(shop, program.kernel("cut"), size[2], rows);
            this.multiply = rows(shop, program.kernel("multiply"), size[2] / 2 + 1, rows);
            this.paste = rows(shop, program.kernel("paste"), tiling.step()[2], rows);
            this.filter = keep(spectrumOf(taps, shop));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T keep(T one) {
        made.add(one);
        return one;
    }

    private static Kernel rows(Shop shop, Kernel kernel, int length, long rows) {
        if (shop.isForCpu()) {
            return kernel.global(1, rows).local(1, 1);
        }
        int across = length > 64 ? 128 : 32;
        return kernel.global(Math.min(1024, Kernel.roundUp(length, across)), rows)
                .local(across, 1);
    }

    /** The spectrum of the taps at the beginning of a tile. */
    private DeviceArray spectrumOf(double[] taps, Shop shop) {
        int[] m = window.taps();
        int[] size = tiling.size();
        Grid placed = Grid.zeros(type, tiling.batchShape());
        Grid flat = placed.reshape((int) placed.length());
        int next = 0;
        for (int z = 0; z < m[0]; z++) {
            for (int y = 0; y < m[1]; y++) {
                for (int x = 0; x < m[2]; x++) {
                    flat.set(taps[next++], (z * size[1] + y) * size[2] + x);
                }
            }
        }
        tiles.upload(flat.reshape(tiling.batchShape()));
        plan.forward(tiles, spectra);
        int[] one = plan.spectrumShape();
        one[0] = 1;
        DeviceArray first = shop.session().allocate(type, one).named("spectrum of the filter");
        spectra.view(0, one).copyTo(first);
        return first;
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        List<Event> events = new ArrayList<>();
        int[] n = window.image();
        int[] o = window.out();
        int[] s = window.shift();
        int[] p = tiling.size();
        int[] u = tiling.used();
        int[] k = tiling.step();
        int[] t = tiling.tiles();
        Object outside = Shop.number(window.boundary().value(), type);
        for (long first = 0; first < tiling.count(); first += tiling.batch()) {
            int from = Math.toIntExact(first);
            events.add(cut.launch(
                    queue, image, tiles, from, n[0], n[1], n[2], p[0], p[1], p[2], u[0], u[1], u[2], k[0], k[1], k[2],
                    t[1], t[2], s[0], s[1], s[2], outside));
            events.add(plan.forward(tiles, spectra));
            events.add(multiply.launch(queue, spectra, filter, p[0] * p[1], p[2] / 2 + 1));
            events.add(plan.inverse(spectra, tiles));
            events.add(paste.launch(
                    queue, tiles, result, from, o[0], o[1], o[2], p[0], p[1], p[2], k[0], k[1], k[2], t[1], t[2]));
        }
        return events;
    }

    @Override
    public String source() {
        return source + "\n" + plan.source();
    }

    @Override
    public String explain() {
        return (tiling.isWhole()
                        ? "one transform of "
                        : tiling.count() + " transforms, " + tiling.batch() + " at once, of ")
                + Arrays.toString(tiling.batchShape()) + ": " + window + "\n" + plan.explain();
    }

    @Override
    public void close() {
        for (AutoCloseable one : made) {
            if (one instanceof FftPlan transform) {
                transform.close();
            } else {
                ((DeviceArray) one).close();
            }
        }
    }
}
