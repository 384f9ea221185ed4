package org.plegma.device.peer;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.lang.reflect.Field;
import org.jocl.CL;
import org.jocl.NativePointerObject;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.plegma.device.errors.OpenClStatus;

/** Makes an OpenCL buffer of memory that a file handle stands for. JOCL lacks this call of OpenCL 3.0. */
final class Importer {
    private static final long OPAQUE_FILE = 0x2060;
    private static final long END = 0;

    private Importer() {}

    /** @param file a handle, which the driver owns if this succeeds */
    static cl_mem buffer(cl_context context, int file, long bytes) {
        Function create = NativeLibrary.getInstance("libOpenCL.so.1").getFunction("clCreateBufferWithProperties");
        IntByReference status = new IntByReference();
        try (Memory properties = new Memory(3L * Long.BYTES)) {
            properties.write(0, new long[] {OPAQUE_FILE, file, END}, 0, 3);
            Pointer handle = create.invokePointer(new Object[] {
                new Pointer(context.getNativePointer()), properties, CL.CL_MEM_READ_WRITE, bytes, Pointer.NULL, status
            });
            OpenClStatus.check(status.getValue(), "clCreateBufferWithProperties(memory of another context)");
            return wrapped(Pointer.nativeValue(handle));
        }
    }

    /** JOCL's object for a native one; its field is private, as JOCL's own native code sets it. */
    private static cl_mem wrapped(long handle) {
        try {
            cl_mem buffer = new cl_mem();
            Field pointer = NativePointerObject.class.getDeclaredField("nativePointer");
            pointer.setAccessible(true);
            pointer.setLong(buffer, handle);
            return buffer;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JOCL keeps native objects otherwise than JOCL 2.0: " + e, e);
        }
    }
}
