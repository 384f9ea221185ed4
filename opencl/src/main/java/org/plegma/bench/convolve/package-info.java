/**
 * Benches of convolutions: of methods beside each other, of streams, and the figures of the documents.
 */
package org.plegma.bench.convolve;
