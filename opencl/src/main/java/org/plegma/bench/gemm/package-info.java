/**
 * Benches of products: the methods, the host, and CLBlast where it is on the class path.
 */
package org.plegma.bench.gemm;
