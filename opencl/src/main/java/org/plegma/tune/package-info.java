/**
 * Tuning: which parameters make a kernel fastest on a device.
 *
 * <p>{@code Tuner} tunes whatever is a {@code Tunable}, and {@code TunableKernel} is any kernel with {@code -D} parameters.
 * {@code KernelArguments}, {@code MacroDefaults} and {@code OutputCheck} are what such a kernel needs beside its source.
 *
 * <p><b>Rooms.</b> {@code space} holds the parameters and their constraints, {@code candidate} what a kernel family says of one
 * choice of them and how a trial of it ended, {@code search} the order of trials and the trials themselves, {@code store} what was
 * found on each device, {@code result} what is shown at the end. {@code choice} chooses among methods in place of {@code auto}.
 *
 * <p>Uses {@code device} and {@code measure}.
 */
package org.plegma.tune;
