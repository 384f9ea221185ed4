/**
 * How results of the library look: devices and programs, measurements, tuning, explanations of a choice, steps of
 * rewriting, lanes of a simulated kernel.
 */
package org.plegma.display.results;
