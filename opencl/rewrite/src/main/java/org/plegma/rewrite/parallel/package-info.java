/**
 * Sequential Java loops to kernels: which loops of a cell may run in parallel, the kernels in OpenCL C that do the same in
 * every bit that Java defines, and what the host does around them.
 *
 * <p><b>Rooms.</b> Each uses those before it: {@code errors}, {@code code} writes kernels, {@code cell} reads Java, {@code launch}
 * runs a kernel. Here is what users see, and what brings them together.
 *
 * <p><b>Reading.</b> {@code JavaCell} splits a cell into statements and methods. {@code JavaElaborator} writes out what Java leaves to
 * its compiler: which method a call means ({@code Overloads}), which variable a name means, the value of a literal; names that could
 * be taken for others get tame ones ({@code TameNames}). {@code LoopRules} bring its loops to the forms
 * that {@code LoopNest} knows. {@code Parallelizer} looks for the outermost loops that may run in parallel, checks by
 * {@code HostCheck} what stays around them, and writes down each step.
 *
 * <p><b>Kernels.</b> {@code KernelWriter} (or {@code ReductionWriter}) makes the kernel: a {@code KernelContext} gathers what is
 * captured while {@code Statements} and {@code ExpressionWriter} translate the body, with Java's meaning. Each loop gets two kernels:
 * a plain one with {@code Obligation}s, and one that checks all. At a launch {@code LaunchProof} decides by {@code Interval}s which may
 * run. A kernel with its arguments and sizes is a {@code KernelProgram}, which the optimising rules take.
 *
 * <p><b>Host.</b> {@code ParallelCode} is the result. {@code HostRun} follows its host statements, {@code ArraysOnDevice} holds the
 * copies, {@code JoclHost} writes it all as Java with JOCL, and {@code JavaOriginal} compiles the sequential Java to compare
 * with. See {@code docs/parallel.md}.
 */
package org.plegma.rewrite.parallel;
