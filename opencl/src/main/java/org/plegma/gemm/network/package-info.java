/**
 * A small network of dense layers whose work is products of matrices: what {@link org.plegma.gemm.Gemm} is tried on.
 *
 * <p>{@link org.plegma.gemm.network.Network} holds the layers and trains them. Where it computes is an
 * {@link org.plegma.gemm.network.Engine}: on a device with any gemm method, or on the host by Java loops or OpenBLAS, so that
 * the same training compares them.
 */
package org.plegma.gemm.network;
