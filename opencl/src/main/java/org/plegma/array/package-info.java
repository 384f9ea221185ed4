/**
 * Host data: {@code Grid}, an n-dimensional array of float, double, int or long in row-major order (the last axis is
 * contiguous, as in Java arrays, NumPy and HDF5), with generators, views and HDF5 files.
 *
 * <p>The lowest package: it uses nothing else of Plegma.
 */
package org.plegma.array;
