/**
 * Kernels over vectors of work-items: where a device's compiler does not vectorise across work-items by itself, one
 * work-item does the iterations of several, lane by lane the same operations in the same order.
 */
package org.plegma.rewrite.lanes;
