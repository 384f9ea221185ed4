/**
 * Graphs for tests, benches and lessons that need no file: {@link org.plegma.graph.generate.Graphs} makes lattices, grids, complete
 * and bipartite graphs, whose triangles have a closed form, and random graphs with hubs from a seed.
 */
package org.plegma.graph.generate;
