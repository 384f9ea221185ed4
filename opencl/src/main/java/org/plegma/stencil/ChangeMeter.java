package org.plegma.stencil;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.KernelSource;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** The largest absolute difference of two arrays on a device ({@code change.cl}). */
final class ChangeMeter implements AutoCloseable {
    private final Session session;
    private final ElementType type;
    private final boolean cpu;
    private Program program;

    ChangeMeter(Session session, ElementType type) {
        this.session = session;
        this.type = type;
        this.cpu = session.device().kind() == Kind.CPU;
    }

    /** Infinite where a difference is no number. */
    double largest(DeviceArray a, DeviceArray b) {
        if (program == null) {
            program = session.compile(
                    KernelSource.resource(ChangeMeter.class, "change.cl"), "-DREAL=" + type.openclName());
        }
        int items = session.device().computeUnits() * (cpu ? 4 : 2048);
        long chunk = cpu ? (a.length() + items - 1) / items : 1;
        try (DeviceArray parts = session.allocate(type, items)) {
            program.kernel("largest_change").global(items).call(a, b, parts, a.length(), chunk);
            Grid maxima = parts.download();
            return maxima.max();
        }
    }

    @Override
    public void close() {
        if (program != null) {
            program.close();
        }
    }
}
