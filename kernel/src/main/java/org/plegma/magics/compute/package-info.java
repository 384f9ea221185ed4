/**
 * Magics that compute: {@code %%stencil}, {@code %fft}, {@code %conv} and {@code %gemm}, and {@code %explain}, which
 * tells what was chosen and why. Each reads its formula and calls the family of the library.
 */
package org.plegma.magics.compute;
