/**
 * The method {@code fft(k)}: k steps as one product in frequency. Begin with {@code FrequencyMethod}. {@code FrequencyStage} holds
 * the powers of the spectrum, {@code FrequencyGrid} says along which axes a mirror image makes the grid periodic, and
 * {@code EdgeStrips} steps what lies near other edges.
 */
package org.plegma.stencil.method.frequency;
