/**
 * What was found: {@code TuningStore} appends each trial to a file and finds the best for a {@code TuningKey}, else in what
 * comes with Plegma for the device ({@code defaults/}). {@code TrialJson} is a line of such a file.
 */
package org.plegma.tune.store;
