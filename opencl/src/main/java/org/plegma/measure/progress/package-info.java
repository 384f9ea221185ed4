/**
 * How far a long task is: {@code Progress} is told by the task, and shown by the {@code ProgressReporter} of the place.
 */
package org.plegma.measure.progress;
