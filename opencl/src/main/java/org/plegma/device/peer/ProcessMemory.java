package org.plegma.device.peer;

import com.sun.jna.Memory;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.plegma.device.errors.OpenClStatus;

/** Memory of this process, which is that of all processors. */
final class ProcessMemory implements PeerMemory.Backing {
    private static final int PAGE = 4096;

    private final Memory whole;
    private final Memory pages;

    ProcessMemory(long bytes) {
        whole = new Memory(bytes + PAGE);
        pages = (Memory) whole.align(PAGE);
    }

    @Override
    public cl_mem in(cl_context context) {
        int[] status = new int[1];
        cl_mem buffer = CL.clCreateBuffer(
                context,
                CL.CL_MEM_READ_WRITE | CL.CL_MEM_USE_HOST_PTR,
                pages.size(),
                Pointer.to(pages.getByteBuffer(0, pages.size())),
                status);
        OpenClStatus.check(status[0], "clCreateBuffer(memory of this process)");
        return buffer;
    }

    /** The last who uses it has closed its buffer: it may go once all commands have ended, as other memory may. */
    @Override
    public void close() {
        whole.close();
    }
}
