/**
 * HDF5 files where the library jhdf does not suffice: chunks that were never written, indices of chunks, checksums, groups with one
 * object that cannot be read, names that nobody could read, and headers that are written byte by byte.
 *
 * <p>It knows no grids: {@code Hdf5} in {@code array} makes grids of what is here. It uses parts of jhdf that are not meant for
 * others, so that a new version of jhdf may ask for changes, most of them here.
 */
package org.plegma.array.hdf5;
