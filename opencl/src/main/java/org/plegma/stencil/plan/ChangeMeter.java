package org.plegma.stencil.plan;

import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/** The largest absolute difference of two arrays on a device ({@code fields.cl}). */
public final class ChangeMeter implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final boolean cpu;
    private @Nullable Program program;

    public ChangeMeter(Session session, ElementType type) {
        this.session = session;
        this.type = type;
        this.cpu = session.device().kind() == Kind.CPU;
    }

    /** The kernels on whole fields, those that fill them among them. */
    public static Program compile(Session session, ElementType type) {
        return session.compile(KernelSource.resource(ChangeMeter.class, "fields.cl"), "-DREAL=" + type.openclName());
    }

    /** Infinite where a difference is no number. */
    public double largest(DeviceArray a, DeviceArray b) {
        return largest(a, b, 0, a.length());
    }

    /** As {@link #largest(DeviceArray, DeviceArray)}, of so many elements from the first one on. */
    public double largest(DeviceArray a, DeviceArray b, long first, long count) {
        if (program == null) {
            program = compile(session, type);
        }
        int items = session.device().computeUnits() * (cpu ? 4 : 2048);
        long chunk = cpu ? (count + items - 1) / items : 1;
        try (DeviceArray parts = session.allocate(type, items)) {
            program.kernel("largest_change").global(items).call(a, b, parts, first, count, chunk);
            Grid maxima = parts.download();
            double largest = 0;
            for (int i = 0; i < items; i++) {
                largest = Math.max(largest, maxima.at(i));
            }
            return largest;
        }
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }
}
