/**
 * The method {@code blocked(k)}: several steps a launch, on chip. {@code BlockedStepsMethod} chooses the kernel. {@code BlockedSums} is
 * for linear stencils of radius 1 and one field, {@code BlockedWindow} moves a window through the grid, {@code Tiles} is for all
 * others. A {@code Rim} computes the cells near edges for kernels that are right in the interior only.
 */
package org.plegma.stencil.method.blocked;
