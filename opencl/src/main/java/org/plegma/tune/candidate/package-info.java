/**
 * What is tried. A kernel family implements {@code Tunable}: its space, and for each configuration a {@code Candidate} with its
 * {@code Check} and the {@code Resources} that it needs. {@code Pruner} refuses by constraints and by the limits of the device
 * ({@code DeviceModel}) what need not be tried, and {@code Pruning} counts it. A {@code TrialResult} says how one try ended.
 */
package org.plegma.tune.candidate;
