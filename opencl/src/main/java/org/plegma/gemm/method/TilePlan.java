package org.plegma.gemm.method;

/**
 * What a {@link BlockedMethod} does a product with.
 *
 * @param slices of the terms, each summed by groups of its own
 */
record TilePlan(ProductTiling tiling, int slices) {}
