/**
 * OpenCL devices behind types of our own: discovery, sessions, device arrays, programs, kernels with checked arguments,
 * and timelines of what ran when.
 *
 * <p>The only package that uses {@code org.jocl}. Uses {@code array}.
 */
package org.plegma.device;
