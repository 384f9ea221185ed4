/**
 * Products of dense matrices on a device.
 *
 * <p>{@link org.plegma.gemm.Gemm} is what users call and {@link org.plegma.gemm.Matrix} what they multiply. A call becomes
 * a {@code Product}, which is checked, and a {@code GemmMethod} computes it: from {@code naive} to {@code register} and
 * {@code tensor}, each a readable kernel among the resources of this package. All take the same arguments and end with the
 * same {@code finish} of {@code product.cl}: alpha, beta, bias, activation. {@code Workshop} keeps what is compiled.
 */
package org.plegma.gemm;
