/**
 * Memory of one NVIDIA device that the contexts of several devices use: kernels on one device read and write another's memory
 * directly, over NVLink or PCIe.
 *
 * <p>An OpenCL context a device keeps transfers fast, but no buffer belongs to two contexts. CUDA's driver can make memory that
 * has a handle as a file, and OpenCL contexts can import such a handle ({@code cl_khr_external_memory_opaque_fd}). {@code
 * PeerMemory} does both by {@code CudaMemory}: {@code CudaDriver} are the calls of CUDA, {@code Importer} is the one of OpenCL. Nothing of it is
 * loaded before somebody asks for peer memory.
 *
 * <p>Processors have one memory anyway: {@code ProcessMemory} is a part of it.
 */
package org.plegma.device.peer;
