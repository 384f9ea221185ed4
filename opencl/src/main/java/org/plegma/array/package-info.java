/**
 * Host data: {@code Grid}, an n-dimensional array of float, double, int or long in row-major order (the last axis is
 * contiguous, as in Java arrays, NumPy and HDF5), with generators, views and HDF5 files. What the library for these files leaves out
 * is in {@code hdf5}, which knows no grids.
 *
 * <p>The lowest package: it uses nothing else of Plegma.
 */
package org.plegma.array;
