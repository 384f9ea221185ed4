/**
 * Products of dense matrices on a device.
 *
 * <p>{@link org.plegma.gemm.Gemm} is what users call and {@code Matrix} what they multiply. A call becomes a {@code Product}.
 * {@code GemmChoice} picks one of {@code GemmMethods}, and {@code GemmExplanation} says why.
 *
 * <p><b>Rooms.</b> {@code product} is what is computed, {@code method} the ways to compute it, {@code host} what the host does
 * without OpenCL, {@code network} a network of layers on top. The benches, and CLBlast as a method for them, are in {@code
 * bench.gemm}, the coursework in {@code coursework}.
 */
package org.plegma.gemm;
