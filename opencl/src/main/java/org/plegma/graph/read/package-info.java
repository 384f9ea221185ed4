/**
 * Graphs from files: {@link org.plegma.graph.read.GraphReader} reads Matrix Market files and lists of edges, a line at a time, so that
 * a file may be larger than memory. It makes them symmetric, drops loops and duplicates, and says how many. {@code MatrixMarket} and
 * {@code EdgeList} know the two formats, {@code GraphLines} counts lines and words, and a {@code GraphFormatException} names the line
 * that is not as it should be.
 */
package org.plegma.graph.read;
