/**
 * Convolution and correlation with any filter, in one to three dimensions, with SciPy's meanings.
 *
 * <p>{@link org.plegma.convolve.Convolve} holds the settings, {@code Filter} the filter. A {@link
 * org.plegma.convolve.ConvolutionPlan} is both for images of one shape, ready to run on device arrays. {@link
 * org.plegma.convolve.StreamConvolve}, which {@code Convolve.stream} gives, is for images larger than the device.
 * {@code PlainStrips} and {@code TiledStrips} compute one strip of such an image.
 *
 * <p><b>Rooms.</b> {@code filter} holds what is asked: filters, modes, windows. {@code methods} holds the ways to compute it and
 * the choice among them. {@code stream} brings strips of large images to the device and back. The benches are in {@code
 * bench.convolve}, the coursework in {@code coursework}.
 */
package org.plegma.convolve;
