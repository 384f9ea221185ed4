/**
 * Graphs on the host, and what devices find in them.
 *
 * <p>A {@link org.plegma.graph.Graph} is undirected and has no loops and no double edges. It keeps each edge once, in compressed
 * sparse rows (CSR): row i has the neighbours above i in ascending order. So the rows are the upper triangle of the adjacency
 * matrix. A {@link org.plegma.graph.GraphBuilder} makes one of any edges and counts what it dropped.
 *
 * <p><b>Rooms.</b> {@code read} reads files, {@code generate} makes graphs whose triangles are known, {@code triangles} counts
 * triangles on a device.
 */
package org.plegma.graph;
