/**
 * Steps on CPUs in a window of rows that moves through the grid, from which several steps are taken while it lies in the cache.
 * Begin with {@code CpuWindow}. The methods {@code direct} and {@code blocked} use it.
 */
package org.plegma.stencil.method.window;
