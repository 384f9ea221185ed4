/**
 * Products on the host, to compare with: {@code HostGemm} takes Java loops, and OpenBLAS where it is on the class path.
 */
package org.plegma.gemm.host;
