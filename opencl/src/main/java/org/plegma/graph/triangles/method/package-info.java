/**
 * The ways to count triangles. Each is a {@link org.plegma.graph.triangles.method.TriangleMethod} that makes a {@link
 * org.plegma.graph.triangles.method.TrianglePlan} for a graph.
 *
 * <p>{@code GroupPerRow} has the three simple ways with a work-group a row. {@code DegreeOrder} is for GPUs and {@code Chunks} for
 * processors. Both work on a {@code DirectedGraph}: vertices have new numbers, edges go towards the higher number, and the
 * vertices from a limit on are hubs, which {@code HubTasks} cuts into pieces. Kernels are the {@code .cl} files beside the classes,
 * and {@code Sums} adds what they find.
 */
package org.plegma.graph.triangles.method;
