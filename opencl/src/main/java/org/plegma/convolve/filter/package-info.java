/**
 * What a convolution is, whatever computes it.
 *
 * <p>A {@code Filter} has weights and an origin, {@code Separation} finds its factors, and {@code Mode} says which part of the
 * result is wanted. Whatever is asked becomes a {@code Window}: a correlation of an image that is continued beyond its edges, at
 * certain places. An {@code Executable} computes a window; {@code Taps} are the weights that it is given, and {@code Tiling} cuts a
 * window into tiles for transforms. {@code Workshop} keeps the programs that a session has compiled, and loads the {@code .cl}
 * files.
 */
package org.plegma.convolve.filter;
