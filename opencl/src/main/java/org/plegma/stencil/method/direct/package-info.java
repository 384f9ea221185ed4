/**
 * The method {@code direct}: one step a launch. {@code DirectMethod} chooses the launch sizes. {@code DirectGpu} writes a loop
 * along the first axis over vectors of cells, {@code DirectCpu} explicit vectors in boxes that fit the cache.
 */
package org.plegma.stencil.method.direct;
