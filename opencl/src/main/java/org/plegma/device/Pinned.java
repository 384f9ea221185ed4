package org.plegma.device;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_mem;

/** The native side of a {@link HostBuffer}: apart from its owner, so that it can be released when the owner is gone. */
final class Pinned implements Runnable {
    private final DeviceContext context;
    private final cl_mem handle;
    private final ByteBuffer mapped;
    private final AtomicBoolean released = new AtomicBoolean();

    Pinned(DeviceContext context, cl_mem handle, ByteBuffer mapped) {
        this.context = context;
        this.handle = handle;
        this.mapped = mapped;
        context.pinned().add(this);
    }

    boolean isReleased() {
        return released.get();
    }

    /** Releases through an open queue of the context. */
    @Override
    public void run() {
        context.upload().whileOpen(this::release);
    }

    void release(cl_command_queue queue) {
        if (released.compareAndSet(false, true)) {
            CL.clEnqueueUnmapMemObject(queue, handle, mapped, 0, null, null);
            CL.clReleaseMemObject(handle);
            context.pinned().remove(this);
        }
    }
}
