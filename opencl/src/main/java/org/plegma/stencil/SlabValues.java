package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Queue;
import org.plegma.device.SharedArray;
import org.plegma.stencil.method.frequency.MirrorImages;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.KeptPlanes;
import org.plegma.stencil.slabs.Level;

/** What transforms read and write for slabs: the kept planes of a level, with their mirror images where there are such. */
final class SlabValues implements AutoCloseable {
    private final List<DeviceSlab> own;
    private final MirrorImages images;
    private final SharedArray values;
    /** Of each device, if there are images: what makes them, and its planes without them. */
    private final List<Program> programs = new ArrayList<>();

    private final List<DeviceArray> planes = new ArrayList<>();

    /** @param values of the slabs' planes, each with its images; not closed here */
    SlabValues(SlabCode code, List<DeviceSlab> own, MirrorImages images, SharedArray values) {
        this.own = own;
        this.images = images;
        this.values = values;
        try {
            for (DeviceSlab slab : images.any() ? own : List.<DeviceSlab>of()) {
                programs.add(code.copies(slab.session()));
                planes.add(slab.session()
                        .allocate(code.type(), code.thick(slab.slab().planes())));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Enqueues to copy the planes of a level into the values. */
    void take(Level level) {
        for (int device = 0; device < own.size(); device++) {
            KeptPlanes kept = own.get(device).kept(level);
            DeviceArray part = values.part(device).orElseThrow();
            DeviceArray taken = images.any() ? planes.get(device) : part;
            Queue queue = kept.session().compute();
            kept.array().copyAsync(queue, kept.offset(), taken, 0, taken.length());
            if (images.any()) {
                images.add(queue, programs.get(device), taken, part);
            }
        }
    }

    /** Enqueues to copy the values back. */
    void leave(Level level) {
        for (int device = 0; device < own.size(); device++) {
            KeptPlanes kept = own.get(device).kept(level);
            DeviceArray part = values.part(device).orElseThrow();
            DeviceArray left = images.any() ? planes.get(device) : part;
            Queue queue = kept.session().compute();
            if (images.any()) {
                images.leave(queue, programs.get(device), part, left);
            }
            left.copyAsync(queue, 0, kept.array(), kept.offset(), left.length());
        }
    }

    long bytes() {
        return planes.stream().mapToLong(DeviceArray::bytes).sum();
    }

    @Override
    public void close() {
        planes.forEach(DeviceArray::close);
        programs.forEach(Program::close);
    }
}
