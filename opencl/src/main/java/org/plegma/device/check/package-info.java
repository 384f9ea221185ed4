/**
 * Simulates a launch under Oclgrind, which finds reads and writes outside arrays and data races. Begin with
 * {@code OclgrindCheck}: {@code OclgrindProcess} runs the simulator in a process of its own, {@code OclgrindReport} reads its
 * findings.
 */
package org.plegma.device.check;
