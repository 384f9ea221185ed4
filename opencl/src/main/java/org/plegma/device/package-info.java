/**
 * OpenCL devices behind types of our own: discovery, sessions, device arrays, programs, kernels with checked arguments,
 * and timelines of what ran when.
 *
 * <p>A {@code Session} owns everything else and gives it back when it is closed. All classes may be used by several
 * threads at once; commands of one queue run in the order in which they were given. Every OpenCL status becomes an
 * {@code OpenClException} that names the operation and a cure. {@code AmdCompiler} needs no device at all.
 *
 * <p>The only package that uses {@code org.jocl}. Uses {@code array}.
 */
package org.plegma.device;
