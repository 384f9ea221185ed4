package org.plegma.device.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jocl.CL;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.plegma.device.isolated.SharedBlock;

/** A native buffer in the account of its device; apart from the object that owns it, so that it can outlive that. */
public final class Allocation implements Runnable {
    /** The account that the memory is in. */
    public interface Owner {
        /** Releases a native buffer. */
        void release(cl_mem handle, @Nullable SharedBlock shared);

        void remove(Allocation allocation);

        /** Notes that nobody closed it before it was collected. */
        void leaked(Allocation allocation);
    }

    private final Owner owner;
    private final cl_mem handle;

    /** The memory, if another process uses it, too; else null. */
    private final @Nullable SharedBlock shared;

    private final long bytes;
    private final String where;
    private final AtomicBoolean released = new AtomicBoolean();
    private final List<cl_mem> views = new ArrayList<>();
    private volatile String description;

    public Allocation(
            Owner owner, cl_mem handle, @Nullable SharedBlock shared, long bytes, String description, String where) {
        this.owner = owner;
        this.handle = handle;
        this.shared = shared;
        this.bytes = bytes;
        this.description = description;
        this.where = where;
    }

    public cl_mem handle() {
        return handle;
    }

    public @Nullable SharedBlock shared() {
        return shared;
    }

    public long bytes() {
        return bytes;
    }

    public String description() {
        return description;
    }

    public void describe(String text) {
        description = text;
    }

    public String where() {
        return where;
    }

    /** Takes over a sub-buffer of this buffer. */
    public synchronized void addView(cl_mem view) {
        views.add(view);
    }

    public synchronized void releaseView(cl_mem view) {
        if (views.remove(view)) {
            CL.clReleaseMemObject(view);
        }
    }

    public boolean isReleased() {
        return released.get();
    }

    /** Gives the memory back; false if that was done before. */
    public boolean release() {
        if (!released.compareAndSet(false, true)) {
            return false;
        }
        synchronized (this) {
            views.forEach(CL::clReleaseMemObject);
            views.clear();
        }
        owner.release(handle, shared);
        owner.remove(this);
        return true;
    }

    /** Called by the cleaner: the owner was collected. If it was not closed, that is a leak. */
    @Override
    public void run() {
        if (release()) {
            owner.leaked(this);
        }
    }
}
