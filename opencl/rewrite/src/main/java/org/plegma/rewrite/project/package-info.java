/**
 * Whole Java programs: which loops of source files become kernels, with the reasons, and the files written anew.
 *
 * <p>Begin with {@code ProgramParallelizer}. {@code LoopFinder} reads a file and finds its loops with the variables that they
 * may use. {@code Complexity} estimates how work and data of a loop grow, {@code Profile} reads from a recording of the Java
 * Flight Recorder where a program spends its time. {@code FileRewriter} writes a file with calls in place of the loops.
 */
package org.plegma.rewrite.project;
