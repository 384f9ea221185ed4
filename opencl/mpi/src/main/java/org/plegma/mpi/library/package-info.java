/**
 * The MPI library, called by JNA. {@code MpiCalls} has the functions that Plegma needs, and {@code MpiFamily} what differs between
 * libraries: in Open MPI a handle such as {@code MPI_COMM_WORLD} is the address of a symbol, in MPICH and its kin an int. No jar of the
 * library is needed, and none of its headers. {@code MpiChoice} finds the library of the {@code mpirun} that started the process.
 */
package org.plegma.mpi.library;
