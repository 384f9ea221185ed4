/**
 * A grid cut into slabs along its slowest axis, one for each device. Begin with {@code Slab}: which planes a device keeps, and how many
 * ghost planes it needs besides. {@code DeviceSlab} computes one, and {@code PlaneExchange} fills the ghost planes from the neighbours.
 * Planes of a cut lie in a {@code Mailbox} between: in the memory of the device that needs them if the other can write there, else in
 * pinned memory of the host. A neighbour in another process is reached by a {@code Transport}, which {@code plegma-mpi} has.
 *
 * <p>A device computes its slab with the ghost planes as if that were a grid of its own. Each step spoils as many planes at a cut as the
 * stencil reaches. After k steps the k·radius ghost planes are spoilt and the kept planes are right: no kernel has to know of a cut. If
 * exchanges are overlapped, the ghost planes lie in a grid apart, that of the rim.
 */
package org.plegma.stencil.slabs;
