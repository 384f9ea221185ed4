/**
 * The numbers of a transform: {@code Roots} of unity, the {@code Radices} of a length, {@code Chirp} for Bluestein's algorithm,
 * {@code Turns} between the two passes of a long line, and the short transforms that {@code Butterfly} writes.
 */
package org.plegma.fft.arithmetic;
