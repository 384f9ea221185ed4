/**
 * Discrete Fourier transforms of any length on a device.
 *
 * <p>{@link org.plegma.fft.Fft} transforms grids; a {@link org.plegma.fft.FftPlan} is a transform of a shape, ready to run
 * on device arrays. A plan is a list of passes over memory, made by {@code Planner}: a {@code LinePass} transforms lines of
 * one axis by Stockham's algorithm, long lines take two passes, and lengths with large prime factors go through Bluestein's
 * algorithm. {@code Butterfly} writes the short transforms of which all others consist. Complex numbers are pairs of reals:
 * the last axis of a complex grid has length 2.
 */
package org.plegma.fft;
