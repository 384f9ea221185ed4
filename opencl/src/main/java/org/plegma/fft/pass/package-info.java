/**
 * One pass of a transform over memory: what it does, its code, and how it is launched.
 *
 * <p>A {@code LinePass} transforms lines of one axis by Stockham's algorithm, and its two {@code Layout}s say where they are read
 * and written. A pass can have a middle on a GPU: forward, times other values, and back. A {@code PassStep} of a plan is such a pass
 * or one that takes elements apart from each other. {@code Steps} launches them one after another in a {@code Workspace}, with
 * {@code FactorTables} of constants.
 *
 * <p><b>Code.</b> {@code PassCompiler} compiles a pass. On a GPU {@code LinePassGenerator} writes a kernel for each. On a CPU
 * {@code lines_cpu.cl} serves all lengths, with one line in each lane of a vector. {@code LineStages} and {@code LineTile} say how a
 * group shares lines within the {@code PassLimits}, {@code LineAccess} and {@code LineMemory} how values are read, written and
 * exchanged, {@code LineStaging} how a group copies short lines. {@code FullLine} writes the kernel of lines for which neither
 * registers nor local memory alone have room, {@code RealLines} that of odd numbers of reals, which computes half of their spectra.
 */
package org.plegma.fft.pass;
