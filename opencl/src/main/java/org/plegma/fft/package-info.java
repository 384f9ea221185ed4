/**
 * Discrete Fourier transforms of any length on a device.
 *
 * <p>{@link org.plegma.fft.Fft} transforms grids. A {@link org.plegma.fft.FftPlan} is a transform of a shape, ready to run
 * on device arrays. Complex numbers are pairs of reals: the last axis of a complex grid has length 2.
 *
 * <p><b>Passes.</b> {@code Planner} makes a list of passes over memory. A {@code LinePass} transforms lines of one axis by
 * Stockham's algorithm, and its two {@code Layout}s say where they are read and written. Long lines take two passes. Lengths with
 * a prime factor above 13 go through Bluestein's algorithm with a {@code Chirp}. A pass can have a middle on a GPU: forward,
 * times other values, and back.
 *
 * <p><b>Code.</b> On a GPU {@code LinePassGenerator} writes a kernel for each pass. On a CPU {@code lines_cpu.cl} serves all
 * lengths, with one line in each lane of a vector. Both call the short transforms that {@code Butterfly} writes.
 * {@code LineStages} and {@code LineTile} say how a group shares lines, {@code LineAccess} how values are read and written.
 *
 * <p><b>Products.</b> {@code SpectralProduct}, planned by {@code RealPlanner}, is what convolution builds on: reals, spectrum
 * times factor, reals. A {@code Factor} holds a spectrum in the plan's own order: {@code factor(spectrum)} takes one in natural
 * order, {@code factorOf(reals)} transforms a kernel. {@code apply(in, factor, out)} may run in place. {@code Spectra} makes a
 * spectrum that can be shown.
 */
package org.plegma.fft;
