package org.plegma.mpi.library;

/** An MPI call failed, or there is no MPI library that fits. */
public final class MpiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MpiException(String message) {
        super(message);
    }
}
