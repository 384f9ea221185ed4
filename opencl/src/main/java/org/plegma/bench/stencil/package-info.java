/**
 * Benches of stencils: {@code StencilFamily} for all methods, {@code StencilReportFamily} for the report,
 * {@code StencilFrequencyFamily} for steps by transforms. A {@code StencilCase} is one of them with its check. {@code StencilPrograms}
 * writes kernels for a profiler.
 */
package org.plegma.bench.stencil;
