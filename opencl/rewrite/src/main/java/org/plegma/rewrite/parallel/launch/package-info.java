/**
 * A launch of a loop's kernel. {@code ParallelKernel} is the kernel, {@code CompiledKernels} has it in the form that a device
 * likes, {@code ArraysOnDevice} holds the copies of Java's arrays. {@code LaunchProof} decides whether the kernel without checks may
 * run.
 */
package org.plegma.rewrite.parallel.launch;
