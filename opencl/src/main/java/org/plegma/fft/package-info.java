/**
 * Discrete Fourier transforms of any length on a device.
 *
 * <p>{@link org.plegma.fft.Fft} transforms grids. A {@link org.plegma.fft.FftPlan} is a transform of a shape, ready to run
 * on device arrays. Complex numbers are pairs of reals: the last axis of a complex grid has length 2.
 *
 * <p><b>Plans.</b> {@code Planner} makes a list of passes over memory, {@code RealPlanner} that of reals. Long lines take two
 * passes. Lengths with a larger prime factor than {@code Radices} has go through Bluestein's algorithm. {@code TransformWork} is what a plan costs.
 *
 * <p><b>Products.</b> {@code SpectralProduct} is what convolution builds on: reals, spectrum times factor, reals. A {@code Factor}
 * holds a spectrum in the plan's own order: {@code factor(spectrum)} takes one in natural order, {@code factorOf(reals)} transforms
 * a kernel. {@code apply(in, factor, out)} may run in place. {@code Spectra} makes a spectrum that can be shown.
 *
 * <p><b>Several devices.</b> {@code SharedFft} deals a grid out along its first axis. A {@code SharedFftPlan} runs a plan on each part,
 * a {@code Transposition} moves blocks by a {@code BlockLink} for each two devices, and other plans transform the first axis. Where
 * devices reach each other's memory, a {@code DirectTransform} has no such blocks: passes read and write the tiles of an
 * {@code ExchangeMemory}.
 *
 * <p><b>Rooms.</b> {@code pass} is one pass over memory and its code, {@code arithmetic} the numbers in it. The benches are in
 * {@code bench.fft}.
 */
package org.plegma.fft;
