/**
 * Messages and channels. The two that take requests, shell and control, have a {@code RequestLoop} each. {@code Wire}
 * reads and writes the signed frames. Only {@code IoPub} touches the broadcast socket, on a thread of its own.
 */
package org.plegma.kernel.protocol;
