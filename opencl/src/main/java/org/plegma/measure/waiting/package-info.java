/** How long devices that work together wait for each other: {@code WaitingMeter} measures it, {@code WaitingShares} tells it. */
package org.plegma.measure.waiting;
