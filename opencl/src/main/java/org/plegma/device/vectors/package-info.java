/**
 * Which functions a CPU device computes rightly for vectors. Some drivers let a NaN, a zero or a huge number in one lane
 * spoil what comes out of another; {@code VectorFunctions} finds out once for a device and driver, and generators ask it.
 *
 * <p>Uses {@code device} and {@code array}.
 */
package org.plegma.device.vectors;
