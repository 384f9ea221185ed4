/**
 * Nearest neighbours of points in two or three dimensions, exact for any distribution.
 *
 * <p>{@link org.plegma.neighbours.NearestNeighbours} holds the settings and makes a {@link org.plegma.neighbours.NeighbourIndex} of
 * points, which answers queries: the nearest k, or all within a radius. {@code PointCloud} is what was given, checked and with its
 * box, {@code Coordinates} what is not checked yet.
 *
 * <p><b>Methods</b> (one class each, a {@code SearchMethod}). {@code rings} sorts points by the cells of a grid, and looks at the
 * cells around a query ring by ring. {@code tree} sorts them along a space-filling curve ({@code CurveOrder}) and looks into boxes of boxes;
 * clusters cannot slow it down. On NVIDIA a warp goes through the tree together. {@code brute-force} compares all. {@code simple} and
 * {@code skip} have groups for each cell and a launch for each of the 27 cells around it, after a thesis on stencils; what lies beyond is
 * left to the rings. {@code auto} makes the grid, counts how even it is, and takes the tree if it is not.
 *
 * <p><b>Exactness.</b> Squared distances are computed in the type of the points without fused operations, as plain Java does, so
 * that ties are ties. Borders of cells are known up to rounding, and the search allows for that ({@code rings.cl}); distances to
 * boxes round as those to points do ({@code tree.cl}, {@code tree-warps.cl}).
 *
 * <p><b>Layouts.</b> Arranged points are four numbers each, the last with the bits of the index. On a processor the coordinates lie
 * apart, and eight points are compared by one vector.
 *
 * <p>Uses {@code array}, {@code device} and {@code primitives}.
 */
package org.plegma.neighbours;
