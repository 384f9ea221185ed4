package org.plegma.mpi.library;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The functions of an MPI library that Plegma needs. Messages and collectives are the non-blocking ones alone, so that a waiting
 * thread can be interrupted. Calls are made one at a time, from any thread. Communicators are opaque objects.
 *
 * <p>As in the MPI standard, version 3.1.
 */
public final class MpiCalls {
    private static final int THREAD_SERIALIZED = 2;
    private static final int TEXT_BYTES = 8192;
    private static @Nullable MpiCalls loaded;

    private final NativeLibrary library;
    private final MpiFamily family;
    private final Map<String, Function> functions = new ConcurrentHashMap<>();
    private final Memory number = new Memory(Long.BYTES);

    /** How the values of all ranks become one. */
    public enum Reduction {
        SUM,
        MAX,
        MIN
    }

    private MpiCalls(NativeLibrary library) {
        this.library = library;
        this.family = MpiFamily.of(library);
    }

    /**
     * The library of the launcher that started this process, initialized; a process has one.
     *
     * @throws MpiException if none can be loaded, or it is not the launcher's
     */
    public static synchronized MpiCalls initialized() {
        if (loaded == null) {
            MpiCalls calls = new MpiCalls(MpiChoice.load(System.getenv()));
            calls.initialize();
            loaded = calls;
        }
        return loaded;
    }

    private void initialize() {
        check("MPI_Init_thread", Pointer.NULL, Pointer.NULL, THREAD_SERIALIZED, number);
        if (number.getInt(0) < THREAD_SERIALIZED) {
            throw new MpiException(version() + " allows calls by the thread alone that initialized it (level "
                    + number.getInt(0) + "): expected MPI_THREAD_SERIALIZED, " + THREAD_SERIALIZED + ".");
        }
        check("MPI_Comm_set_errhandler", world(), family.constant("MPI_ERRORS_RETURN"));
        int launched = MpiChoice.launched(System.getenv());
        if (size(world()) != launched) {
            throw new MpiException("The launcher started " + launched + " processes, but " + version() + " knows of "
                    + size(world())
                    + ": the mpirun is that of another library. Take this library's mpirun, or name the other"
                    + " library's file by " + MpiChoice.VARIABLE + ".");
        }
    }

    /** The library and its version. */
    public synchronized String version() {
        Memory text = new Memory(TEXT_BYTES);
        call("MPI_Get_library_version", text, number);
        String all = text.getString(0, "UTF-8").strip();
        return all.startsWith("MPICH Version:")
                ? "MPICH " + all.substring("MPICH Version:".length()).strip().split("\\s")[0]
                : all.split("[,\\n]")[0].strip().replace("Open MPI v", "Open MPI ");
    }

    /** Whether the library says that it takes addresses of GPU memory of CUDA. */
    public synchronized boolean isCudaAware() {
        try {
            if (family.handleBytes() == Long.BYTES) {
                return call("MPIX_Query_cuda_support") == 1;
            }
            return call("MPIX_GPU_query_support", 0, number) == 0 && number.getInt(0) == 1;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    /** All processes of the job. */
    public Object world() {
        return family.constant("MPI_COMM_WORLD");
    }

    /** This process's number in a communicator. */
    public synchronized int rank(Object communicator) {
        check("MPI_Comm_rank", communicator, number);
        return number.getInt(0);
    }

    /** Processes in a communicator. */
    public synchronized int size(Object communicator) {
        check("MPI_Comm_size", communicator, number);
        return number.getInt(0);
    }

    /** The communicator of those with the same colour, in the order of their keys; all call it. */
    public synchronized Object split(Object communicator, int colour, int key) {
        check("MPI_Comm_split", communicator, colour, key, number);
        return kept(family.read(number));
    }

    /** The communicator of those on this machine. */
    public synchronized Object onThisMachine(Object communicator) {
        check(
                "MPI_Comm_split_type",
                communicator,
                family.constant("MPI_COMM_TYPE_SHARED"),
                0,
                family.constant("MPI_INFO_NULL"),
                number);
        return kept(family.read(number));
    }

    private Object kept(Object communicator) {
        check("MPI_Comm_set_errhandler", communicator, family.constant("MPI_ERRORS_RETURN"));
        return communicator;
    }

    /** Frees a communicator that was split off; all of its processes call it. */
    public synchronized void free(Object communicator) {
        family.write(number, communicator);
        check("MPI_Comm_free", number);
    }

    /** Starts to send bytes from outside of Java's heap. */
    public synchronized MpiRequest send(Object communicator, ByteBuffer bytes, int to, int tag) {
        return request(bytes, "MPI_Isend", address(bytes), bytes.remaining(), bytes(), to, tag, communicator);
    }

    /** Starts to receive as many bytes as the buffer has left, outside of Java's heap. */
    public synchronized MpiRequest receive(Object communicator, ByteBuffer bytes, int from, int tag) {
        return request(bytes, "MPI_Irecv", address(bytes), bytes.remaining(), bytes(), from, tag, communicator);
    }

    /** Starts to send the root's bytes to all. */
    public synchronized MpiRequest broadcast(Object communicator, ByteBuffer bytes, int root) {
        return request(bytes, "MPI_Ibcast", address(bytes), bytes.remaining(), bytes(), root, communicator);
    }

    /** Starts to make doubles of all ranks one, in the place of each. */
    public synchronized MpiRequest reduce(Object communicator, ByteBuffer doubles, Reduction how) {
        Memory own = new Memory(doubles.remaining());
        own.getByteBuffer(0, doubles.remaining()).put(doubles.duplicate());
        Object operation = family.constant("MPI_" + how.name());
        int count = doubles.remaining() / Double.BYTES;
        return request(
                new Object[] {own, doubles},
                "MPI_Iallreduce",
                own,
                address(doubles),
                count,
                family.constant("MPI_DOUBLE"),
                operation,
                communicator);
    }

    /** Starts to wait for all. */
    public synchronized MpiRequest barrier(Object communicator) {
        return request(null, "MPI_Ibarrier", communicator);
    }

    private Object bytes() {
        return family.constant("MPI_BYTE");
    }

    private static Pointer address(ByteBuffer bytes) {
        if (!bytes.isDirect()) {
            throw new IllegalArgumentException("Expected memory outside of Java's heap, found " + bytes + ".");
        }
        return Native.getDirectBufferPointer(bytes).share(bytes.position());
    }

    /** @param used memory that must stay until the request is over */
    private MpiRequest request(@Nullable Object used, String function, Object... arguments) {
        Memory handle = new Memory(Long.BYTES);
        Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = handle;
        check(function, all);
        return new MpiRequest(this, function.substring("MPI_I".length()), handle, used);
    }

    /** Whether a request is over; makes it go on. */
    synchronized boolean test(Pointer request) {
        check("MPI_Test", request, number, family.constant("MPI_STATUS_IGNORE"));
        return number.getInt(0) != 0;
    }

    /** Ends all processes of the job at once, this one too. */
    public void abort(int status) {
        // Not synchronized: another thread may wait in a call for ever.
        library.getFunction("MPI_Abort").invokeInt(new Object[] {world(), status});
    }

    /** Ends the use of the library; all processes call it. */
    public synchronized void end() {
        check("MPI_Finalize");
    }

    private void check(String function, Object... arguments) {
        int code = call(function, arguments);
        if (code != 0) {
            throw new MpiException(function + " failed: " + text(code));
        }
    }

    private String text(int code) {
        Memory text = new Memory(TEXT_BYTES);
        int found = call("MPI_Error_string", code, text, new Memory(Integer.BYTES));
        return found == 0 ? text.getString(0, StandardCharsets.UTF_8.name()) : "error " + code;
    }

    private int call(String function, Object... arguments) {
        return functions.computeIfAbsent(function, library::getFunction).invokeInt(arguments);
    }
}
