package org.plegma.fft.pass;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.device.source.KernelSource;
import org.plegma.fft.arithmetic.Butterfly;
import org.plegma.fft.arithmetic.Radices;

/**
 * Makes the factors of Bluestein's algorithm on a device, in double precision: those of lines of ten million values take a host
 * tens of seconds. The transform of the chirp goes through memory once for each stage, which needs no plan.
 */
final class DeviceChirp {
    /** A host has made shorter ones before this program is compiled for the first time. */
    private static final int SHORT = 1 << 20;

    private static final int ITEMS = 256;

    private final Session session;
    private final ElementType type;

    DeviceChirp(Session session, ElementType type) {
        this.session = session;
        this.type = type;
    }

    /** Whether factors of so many places are made here, if there is memory for them. */
    boolean takes(int places) {
        return places >= SHORT && session.device().supportsDouble();
    }

    /** exp(-πi·k²/n) for k = 0 … n-1. */
    DeviceArray chirp(int n) {
        try (Program program = program(List.of())) {
            DeviceArray out = session.allocate(type, n, 2);
            try {
                kernel(program, "chirp", n)
                        .launch(session.compute(), out, (long) n)
                        .await();
                return out;
            } catch (RuntimeException e) {
                out.close();
                throw e;
            }
        }
    }

    /** As {@code Chirp.spectrum}; empty if the device has no room for it in double precision, twice. */
    Optional<DeviceArray> spectrum(int n, int m) {
        List<Integer> radices = Radices.of(m);
        DeviceArray out = session.allocate(type, m, 2);
        try (Program program = program(radices);
                DeviceArray one = session.allocate(ElementType.DOUBLE, m, 2);
                DeviceArray two = session.allocate(ElementType.DOUBLE, m, 2)) {
            Queue queue = session.compute();
            kernel(program, "mirrored_chirp", m).enqueue(queue, one, (long) n, (long) m);
            DeviceArray from = one;
            int product = 1;
            for (int radix : radices) {
                DeviceArray to = from == one ? two : one;
                kernel(program, "stage" + radix, m / radix).enqueue(queue, from, to, (long) m, (long) product);
                product *= radix;
                from = to;
            }
            kernel(program, "rounded", m).launch(queue, from, out, (long) m).await();
            return Optional.of(out);
        } catch (OutOfDeviceMemoryException e) {
            out.close();
            return Optional.empty();
        } catch (RuntimeException e) {
            out.close();
            throw e;
        }
    }

    private static Kernel kernel(Program program, String name, long items) {
        return program.kernel(name).global(Kernel.roundUp(items, ITEMS)).local(ITEMS);
    }

    private Program program(List<Integer> radices) {
        return session.compile(source(radices), "-DTYPE=" + type.openclName(), "-DTYPE2=" + type.openclName() + "2");
    }

    /** With a kernel for a stage of each radix. */
    static String source(List<Integer> radices) {
        StringBuilder text = new StringBuilder(KernelSource.resource(DeviceChirp.class, "chirp.cl"));
        text.append(LinePrelude.products(ElementType.DOUBLE));
        for (int radix : new LinkedHashSet<>(radices)) {
            text.append('\n')
                    .append(Butterfly.function(radix, ElementType.DOUBLE))
                    .append(stage(radix));
        }
        return text.toString();
    }

    /** A stage of Stockham's algorithm after stages with {@code product}. */
    private static String stage(int radix) {
        return """

                kernel void stage%1$s(global const double2 *in, global double2 *out, const long m, const long product) {
                    const long j = get_global_id(0), part = m/%1$s;
                    if (j < part) {
                        const long k = j %% product;
                        double r[%1$s], i[%1$s];
                        for (int u = 0; u < %1$s; u++) {
                            r[u] = in[j + u*part].x;
                            i[u] = in[j + u*part].y;
                        }
                %2$s        dft%1$s(r, i);
                        for (int u = 0; u < %1$s; u++) {
                            out[(j - k)*%1$s + k + u*product] = (double2)(r[u], i[u]);
                        }
                    }
                }
                """
                .formatted(
                        radix,
                        StageFactors.turn(radix, u -> "root(%s*k, %s*product)".formatted(u, radix), "r", "i")
                                .indent(8));
    }
}
