/**
 * Measuring: benches that check what they time, a device's ceilings, rooflines, charts, provenance and records.
 *
 * <p>A {@code BenchCase} declares what is computed ({@code Work}: shape, and the bytes and operations that the definition
 * needs). It prepares a {@code Trial} on {@code Buffers}: random inputs, poisoned outputs. {@code Bench} runs it until the
 * median is stable and checks the result before and after. A wrong result has no time. The outcome, a {@code Measurement}, is
 * compared with the {@code Ceilings} of the device, shown by {@code Measurements}, {@code Charts} and {@code Roofline}, and
 * kept by {@code Campaign} in an HDF5 file with its {@code Provenance}. Families of cases are found through
 * {@code META-INF/services}.
 *
 * <p>Uses {@code array} and {@code device}.
 */
package org.plegma.measure;
