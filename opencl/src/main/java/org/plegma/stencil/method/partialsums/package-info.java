/**
 * The method {@code partial-sums}: one step a launch for wide and dense stencils in 3-D, where each plane is read once and added
 * to the sums of all cells that need it. Begin with {@code PartialSums}. Planes come by a {@code PlaneFeed}: through registers,
 * by asynchronous copies, or by such copies into a ring.
 */
package org.plegma.stencil.method.partialsums;
