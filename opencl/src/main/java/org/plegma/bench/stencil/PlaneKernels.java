package org.plegma.bench.stencil;

import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;

/**
 * Fills planes of a grid where they lie on a device, and sums them up ({@code slab-planes.cl}): grids of many gigabytes never pass
 * through the host. A cell's value depends on its place in the whole grid alone, so that a grid is the same however it is cut.
 */
final class PlaneKernels implements AutoCloseable {
    private static final int ITEMS = 128;

    private final Program program;
    private final long items;

    PlaneKernels(Session session) {
        Device device = session.device();
        this.program = session.compile(KernelSource.resource(PlaneKernels.class, "slab-planes.cl"), "-DITEMS=" + ITEMS);
        this.items = device.computeUnits() * (device.kind() == Device.Kind.CPU ? 4L : 2048L);
    }

    /**
     * Fills so many cells of an array from an element on.
     *
     * @param first place of the first cell in the whole grid
     */
    void fill(DeviceArray array, long offset, long first, long count) {
        program.kernel("fill_planes").global(Math.min(items, count)).call(array, offset, first, count);
    }

    /**
     * A number of 64 bits for each plane; two planes that differ in any bit have different ones, but for a chance of 2<sup>-64</sup>.
     *
     * @param offset element with which the planes begin
     * @param plane elements of a plane
     */
    long[] checksums(DeviceArray array, long offset, int planes, int plane) {
        long[] sums = new long[planes];
        program.kernel("plane_checksums")
                .global((long) planes * ITEMS)
                .local(ITEMS)
                .call(array, offset, plane, sums);
        return sums;
    }

    @Override
    public void close() {
        program.close();
    }
}
