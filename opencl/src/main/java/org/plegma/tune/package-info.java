/**
 * Tuning: parameter spaces with constraints, a search that verifies what it times, and the store of the best parameters
 * found on each device.
 *
 * <p>A kernel family implements {@code Tunable}; {@code Tuner} prunes its {@code Space} by constraints and by the limits
 * of the device ({@code DeviceModel}), compiles, verifies and times candidates, appends each {@code Trial} to the
 * {@code TuningStore} and returns a {@code TuningResult}. {@code TunableKernel} tunes any kernel with {@code -D}
 * parameters.
 *
 * <p>Uses {@code device} and {@code measure}.
 */
package org.plegma.tune;
