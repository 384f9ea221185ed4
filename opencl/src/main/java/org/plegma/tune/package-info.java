/**
 * Tuning: parameter spaces with constraints, search, and the store of the best parameters found on each device.
 *
 * <p>Uses {@code device} and {@code measure}.
 */
package org.plegma.tune;
