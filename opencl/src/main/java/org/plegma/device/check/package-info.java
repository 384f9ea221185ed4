/**
 * Simulates kernels under Oclgrind, which finds reads and writes outside arrays and data races. Begin with
 * {@code OclgrindCheck}: {@code OclgrindProcess} runs the simulator's command in a process of its own, {@code OclgrindReport} reads
 * its findings. {@code OclgrindDriver} is for programs that run on the simulator as on a device.
 */
package org.plegma.device.check;
