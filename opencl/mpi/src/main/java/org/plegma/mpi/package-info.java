/**
 * One problem on the ranks of an MPI job, a device each. Begin with {@link org.plegma.mpi.Ranks}: it starts MPI, gives each rank its
 * device, and carries planes between the slabs of an {@link org.plegma.stencil.SlabPlan}, which is the plan for several devices of one
 * machine, too. The room {@code library} calls the MPI library.
 */
package org.plegma.mpi;
