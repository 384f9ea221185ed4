/**
 * The search: {@code FullEnumeration} or {@code GreedySearch} says what to try next ({@code SearchStrategy}), and {@code
 * TuningSearch} tries it. {@code CompilePool} compiles ahead, {@code Sampler} times a candidate until its rank is known, and
 * {@code Watchdog} gives up what hangs.
 */
package org.plegma.tune.search;
