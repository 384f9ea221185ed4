/**
 * How long devices that work together wait for each other. {@code WaitingMeter} measures it between the launches of a device, and
 * {@code SharedRun} from a beginning that all have in common. {@code WaitingShares} tells it, and {@code SharedWork} is what can tell it.
 */
package org.plegma.measure.waiting;
