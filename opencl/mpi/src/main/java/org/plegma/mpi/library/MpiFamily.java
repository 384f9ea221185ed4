package org.plegma.mpi.library;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.Map;
import java.util.Objects;

/**
 * What differs between the binary interfaces of MPI libraries: how handles look, and the values of constants.
 *
 * @param handleBytes size of a handle in memory
 * @param constants handles and pointers by their names in the standard
 */
record MpiFamily(int handleBytes, Map<String, Object> constants) {
    /** MPICH 3 and 4, and those with its interface: Intel MPI, MVAPICH, Cray MPICH. As in its mpi.h. */
    private static final MpiFamily MPICH = new MpiFamily(
            Integer.BYTES,
            Map.of(
                    "MPI_COMM_WORLD", 0x44000000,
                    "MPI_BYTE", 0x4c00010d,
                    "MPI_DOUBLE", 0x4c00080b,
                    "MPI_MAX", 0x58000001,
                    "MPI_MIN", 0x58000002,
                    "MPI_SUM", 0x58000003,
                    "MPI_ERRORS_RETURN", 0x54000001,
                    "MPI_INFO_NULL", 0x1c000000,
                    "MPI_STATUS_IGNORE", new Pointer(1),
                    "MPI_COMM_TYPE_SHARED", 1));

    /** Open MPI 1 to 5: constants are the addresses of symbols. */
    private static MpiFamily openMpi(NativeLibrary library) {
        Map<String, String> symbols = Map.of(
                "MPI_COMM_WORLD", "ompi_mpi_comm_world",
                "MPI_BYTE", "ompi_mpi_byte",
                "MPI_DOUBLE", "ompi_mpi_double",
                "MPI_MAX", "ompi_mpi_op_max",
                "MPI_MIN", "ompi_mpi_op_min",
                "MPI_SUM", "ompi_mpi_op_sum",
                "MPI_ERRORS_RETURN", "ompi_mpi_errors_return",
                "MPI_INFO_NULL", "ompi_mpi_info_null");
        Map<String, Object> constants = new java.util.HashMap<>();
        symbols.forEach((name, symbol) -> constants.put(name, library.getGlobalVariableAddress(symbol)));
        // Pointer.NULL would be Java's null, which a map has for what it does not know.
        constants.put("MPI_STATUS_IGNORE", new Pointer(0));
        constants.put("MPI_COMM_TYPE_SHARED", 0);
        return new MpiFamily(Long.BYTES, constants);
    }

    /** That of a loaded library. */
    static MpiFamily of(NativeLibrary library) {
        try {
            library.getGlobalVariableAddress("ompi_mpi_comm_world");
        } catch (UnsatisfiedLinkError e) {
            return MPICH;
        }
        return openMpi(library);
    }

    Object constant(String name) {
        return Objects.requireNonNull(constants.get(name), name);
    }

    /** A handle that the library wrote. */
    Object read(Pointer place) {
        return handleBytes == Integer.BYTES ? (Object) place.getInt(0) : place.getPointer(0);
    }

    void write(Pointer place, Object handle) {
        if (handle instanceof Integer number) {
            place.setInt(0, number);
        } else {
            place.setPointer(0, (Pointer) handle);
        }
    }
}
