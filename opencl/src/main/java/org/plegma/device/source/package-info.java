/**
 * What is known of OpenCL C and of programs without running them: its pieces, for all who read it ({@code OpenClToken}), the
 * parameters of kernels ({@code KernelSignature}), what a compiler said ({@code BuildLog}), guards for divisions
 * ({@code DivisionGuard}), and programs kept on disk ({@code BinaryCache}). {@code PoclTurns} avoids a fault of PoCL.
 * {@code AmdCompiler} compiles for AMD devices where there is none.
 */
package org.plegma.device.source;
