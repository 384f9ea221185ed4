/**
 * Rules that make kernels fast, each proven by running what it made: a catalogue, the chain of steps with its times and
 * counts, and a search for the order. A rule may change a kernel and the host code that launches it in one step.
 *
 * <p>{@code Optimiser} takes a {@code Computation} through {@code Optimisation}s of the {@code Catalogue}. After each the
 * {@code Prover} runs old and new side by side ({@code Simulation}, {@code DeviceRuns}, {@code OclgrindRun}), and the
 * {@code Stage} is kept or undone. {@code Search} tries orders.
 */
package org.plegma.rewrite.optimise;
