/**
 * Convolution and correlation with any filter, in one to three dimensions, with SciPy's meanings.
 *
 * <p>{@link org.plegma.convolve.Convolve} holds the settings, {@link org.plegma.convolve.Filter} the filter, and a {@link
 * org.plegma.convolve.ConvolutionPlan} is both for images of one shape, ready to run on device arrays. Whatever is asked
 * becomes a {@code Window}: a correlation of an image that is continued beyond its edges, at certain places. A {@code Executable}
 * computes a window in one of several ways; {@code Methods} names them and makes them, {@code Choice} picks one.
 */
package org.plegma.convolve;
