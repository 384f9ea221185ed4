/**
 * Kernels over vectors of work-items: where a device's compiler does not vectorise across work-items by itself, one
 * work-item does the iterations of several, lane by lane the same operations in the same order.
 *
 * <p>{@code LaneKernel} is such a kernel. {@code LaneExpressions} and {@code LaneStatements} write it again until
 * {@code LaneFacts} (which variables differ between lanes, where lanes part) grow no more.
 */
package org.plegma.rewrite.lanes;
