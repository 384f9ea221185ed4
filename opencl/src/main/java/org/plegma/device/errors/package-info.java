/**
 * Errors of devices. Every OpenCL status becomes an {@link org.plegma.device.errors.OpenClException} that names the operation and a
 * cure; {@code OpenClStatus} has the cures. A {@code BuildException} carries the {@code Diagnostic}s of a compiler.
 */
package org.plegma.device.errors;
