package org.plegma.mpi.library;

import com.sun.jna.NativeLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the MPI library of the launcher that started this process: two are often installed beside each other. */
final class MpiChoice {
    /** Names or a path of the library. */
    static final String VARIABLE = "PLEGMA_MPI_LIBRARY";

    private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so.80", "libmpi.40.dylib");
    private static final List<String> MPICH = List.of("libmpich.so.12", "libmpi.so.12", "libmpi.12.dylib");

    private MpiChoice() {}

    /** The library, loaded. */
    static NativeLibrary load(Map<String, String> environment) {
        List<String> names = names(environment);
        StringBuilder failures = new StringBuilder();
        for (String name : names) {
            try {
                return NativeLibrary.getInstance(name);
            } catch (UnsatisfiedLinkError e) {
                failures.append("\n  ")
                        .append(name)
                        .append(": ")
                        .append(String.valueOf(e.getMessage())
                                .lines()
                                .findFirst()
                                .orElse(""));
            }
        }
        throw new MpiException(
                "No MPI library could be loaded. Install one (apt-get install openmpi-bin, or mpich), or name its"
                        + " file by " + VARIABLE + ". Tried:" + failures);
    }

    /** What to try, in this order. */
    static List<String> names(Map<String, String> environment) {
        String chosen = environment.get(VARIABLE);
        if (chosen != null && !chosen.isBlank()) {
            return List.of(chosen);
        }
        if (environment.containsKey("OMPI_COMM_WORLD_SIZE")) {
            return OPEN_MPI;
        }
        if (environment.containsKey("PMI_SIZE") || environment.containsKey("MPI_LOCALNRANKS")) {
            return MPICH;
        }
        List<String> all = new ArrayList<>(OPEN_MPI);
        all.addAll(MPICH);
        return all;
    }

    /** How many processes the launcher says that it started; 1 if it says nothing. */
    static int launched(Map<String, String> environment) {
        for (String name : List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE")) {
            if (environment.containsKey(name)) {
                return Integer.parseInt(environment.get(name));
            }
        }
        return 1;
    }
}
