/**
 * Magics that compile kernels and tell of devices: {@code %%opencl}, {@code %device} and {@code %devices}. {@code
 * OpenClKernels} knows which variables of the notebook are kernels, {@code OpenClWords} explains the words of OpenCL
 * C.
 */
package org.plegma.magics.opencl;
