/**
 * Measuring: benches that check what they time, a device's ceilings, rooflines, charts, provenance and records.
 *
 * <p>Uses {@code array} and {@code device}.
 */
package org.plegma.measure;
