/**
 * Rules that make kernels fast, each proven by running what it made: a catalogue, the chain of steps with its times and
 * counts, and a search for the order. A rule may change a kernel and the host code that launches it in one step.
 */
package org.plegma.rewrite.optimise;
