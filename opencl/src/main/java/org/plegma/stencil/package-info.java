/**
 * Stencils on a device: a formula of {@link org.plegma.expr} becomes OpenCL C, and a plan runs its steps.
 *
 * <p>{@link org.plegma.stencil.Stencil} is the formula, {@link org.plegma.stencil.BoundStencil} the formula with a
 * session, a boundary and parameters, {@link org.plegma.stencil.StencilPlan} all that with a shape, its kernels and its
 * buffers on the device. The way from formula to code: {@code UniformParts} takes out what is the same in every cell,
 * {@code ClPrinter} writes expressions, {@code DirectGpu} and {@code DirectCpu} write the kernel around them, with a loop for GPUs or
 * for CPUs. Everything is tested against {@link org.plegma.expr.Evaluator}.
 */
package org.plegma.stencil;
