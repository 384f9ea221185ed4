/**
 * Counting the triangles of a graph on a device.
 *
 * <p>{@link org.plegma.graph.triangles.Triangles} is what users call: it picks a method, and {@code TriangleExplanation} says why.
 * {@code Clustering} is what follows from the counts of the vertices. {@code MergedRows} counts in plain Java, to compare with. The
 * methods have a room of their own, {@code method}.
 */
package org.plegma.graph.triangles;
