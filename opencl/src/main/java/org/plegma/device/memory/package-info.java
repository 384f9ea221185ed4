/**
 * Memory of host and device in its parts. An {@code Allocation} is a buffer on the device that is given back once;
 * {@code Pinned} is host memory for fast copies. {@link org.plegma.device.memory.LocalMemory} is an argument of kernels.
 */
package org.plegma.device.memory;
