/**
 * Measuring: benches that check what they time, and a device's ceilings.
 *
 * <p>A {@code BenchCase} declares what is computed ({@code Work}: shape, and the bytes and operations that the definition
 * needs). It prepares a {@code Trial} on {@code Buffers}: random inputs, poisoned outputs. {@code Bench} runs it until the
 * median is stable and checks the result before and after. A wrong result has no time. The outcome, a {@code Measurement}, is
 * compared with the {@code Ceilings} of the device and shown by {@code Measurements}. Its {@code Provenance} says on what and by
 * what it was measured. Families of cases are found through {@code META-INF/services}; they live in {@code bench}.
 *
 * <p><b>Rooms.</b> {@code chart} draws measurements, {@code campaign} keeps them in files and compares them, {@code progress}
 * tells how far a long task is.
 *
 * <p>Uses {@code array} and {@code device}.
 */
package org.plegma.measure;
