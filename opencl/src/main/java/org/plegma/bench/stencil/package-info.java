/**
 * Benches of stencils: {@code StencilFamily} for all methods, {@code StencilReportFamily} for the report. A {@code StencilCase}
 * is one of them with its check.
 */
package org.plegma.bench.stencil;
