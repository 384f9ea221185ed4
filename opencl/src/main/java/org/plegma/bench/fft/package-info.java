/**
 * Benches of transforms and of products of spectra.
 */
package org.plegma.bench.fft;
