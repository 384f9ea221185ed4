/** Benches of {@code org.plegma.graph}: a {@code TriangleFamily} of cases, each counted right in the same run. */
package org.plegma.bench.graph;
