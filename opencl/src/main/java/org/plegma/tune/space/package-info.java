/**
 * Parameters of a kernel: a {@code Space} holds each {@code Parameter}'s values and the constraints between them, and a
 * {@code Configuration} is one choice. A {@code SizeExpression} computes launch sizes from it.
 */
package org.plegma.tune.space;
