package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Tiling;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.fft.Fft;
import org.plegma.fft.SpectralProduct;

/**
 * By products of spectra: the image, continued as far as the filter reaches, is cut into tiles that overlap by the filter
 * ("overlap-save"); of each, what a periodic correlation gives right is kept. One tile is the whole image.
 */
public final class SpectralTiles implements Executable {
    private final ElementType type;
    private final Window window;
    private final Tiling tiling;
    private final Session session;
    private final Parts parts;
    private final Kernel cut;
    private final Kernel paste;
    private final String source = Workshop.source("tiles.cl");

    /** What is the same for all images that are cut into such tiles. */
    private record Parts(SpectralProduct product, SpectralProduct.Factor filter, DeviceArray tiles)
            implements AutoCloseable {

        static Parts of(Session session, ElementType type, Window window, double[] taps, Tiling tiling) {
            SpectralProduct product = Fft.of(session).axes(tiling.axes()).product(type, tiling.batchShape());
            try {
                SpectralProduct.Factor filter = filter(session, type, window, taps, tiling, product);
                try {
                    return new Parts(
                            product,
                            filter,
                            session.allocate(type, tiling.batchShape()).named("tiles"));
                } catch (RuntimeException e) {
                    filter.close();
                    throw e;
                }
            } catch (RuntimeException e) {
                product.close();
                throw e;
            }
        }

        /** The taps turned round about the first cell of a tile, which makes the product a correlation. */
        private static SpectralProduct.Factor filter(
                Session session,
                ElementType type,
                Window window,
                double[] taps,
                Tiling tiling,
                SpectralProduct product) {
            int[] m = window.taps();
            int[] p = tiling.size();
            double[] turned = new double[(int) Window.count(p)];
            int next = 0;
            for (int z = 0; z < m[0]; z++) {
                for (int y = 0; y < m[1]; y++) {
                    for (int x = 0; x < m[2]; x++) {
                        turned[((p[0] - z) % p[0] * p[1] + (p[1] - y) % p[1]) * p[2] + (p[2] - x) % p[2]] =
                                taps[next++];
                    }
                }
            }
            try (DeviceArray kernel =
                    session.upload(Grid.of(turned, product.kernelShape()).to(type))) {
                return product.factorOf(kernel);
            }
        }

        long bytes() {
            return product.bytes() + filter.bytes() + tiles.bytes();
        }

        @Override
        public void close() {
            tiles.close();
            filter.close();
            product.close();
        }
    }

    public SpectralTiles(Workshop workshop, ElementType type, Window window, double[] taps, Tiling tiling) {
        this.type = type;
        this.window = window;
        this.tiling = tiling;
        this.session = workshop.session();
        int[] batch = tiling.batchShape();
        this.parts = workshop.part(
                Parts.class,
                Workshop.key(
                        "tiles",
                        type,
                        taps,
                        IntStream.concat(Arrays.stream(window.taps()), Arrays.stream(batch))
                                .toArray()),
                () -> Parts.of(session, type, window, taps, tiling));
        try {
            Program program = workshop.program(source, "-DREAL=" + type.openclName(), "-DFOLD=" + window.fold());
            int[] size = tiling.size();
            long rows = (long) tiling.batch() * size[0] * size[1];
            this.cut = rows(workshop, program.kernel("cut"), size[2], rows);
            this.paste = rows(workshop, program.kernel("paste"), tiling.step()[2], rows);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Kernel rows(Workshop workshop, Kernel kernel, int length, long rows) {
        if (workshop.isForCpu()) {
            return kernel.global(1, rows).local(1, 1);
        }
        int across = length > 64 ? 128 : 32;
        return kernel.global(Math.min(1024, Kernel.roundUp(length, across)), rows)
                .local(across, 1);
    }

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        if (queue != session.compute()) {
            throw new IllegalArgumentException("Products of spectra run in the session's compute queue only.");
        }
        List<Event> events = new ArrayList<>();
        int[] n = window.image();
        int[] o = window.out();
        int[] s = window.shift();
        int[] p = tiling.size();
        int[] u = tiling.used();
        int[] k = tiling.step();
        int[] t = tiling.tiles();
        DeviceArray tiles = parts.tiles;
        Object outside = Workshop.number(window.boundary().value(), type);
        for (long first = 0; first < tiling.count(); first += tiling.batch()) {
            int from = Math.toIntExact(first);
            events.add(cut.launch(
                    queue, image, tiles, from, n[0], n[1], n[2], p[0], p[1], p[2], u[0], u[1], u[2], k[0], k[1], k[2],
                    t[1], t[2], s[0], s[1], s[2], outside));
            events.add(parts.product.apply(tiles, parts.filter, tiles));
            events.add(paste.launch(
                    queue, tiles, result, from, o[0], o[1], o[2], p[0], p[1], p[2], k[0], k[1], k[2], t[1], t[2]));
        }
        return events;
    }

    @Override
    public long bytes() {
        return parts.bytes();
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public String explain() {
        return (tiling.isWhole()
                        ? "one transform of "
                        : tiling.count() + " transforms, " + tiling.batch() + " at once, of ")
                + Arrays.toString(tiling.batchShape()) + ": " + window + "\n" + parts.product.explain();
    }

    @Override
    public void close() {
        parts.close();
    }
}
