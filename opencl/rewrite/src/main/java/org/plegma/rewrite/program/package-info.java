/**
 * An OpenCL program as rules see it, with its kernels, and the cases it is tried on.
 */
package org.plegma.rewrite.program;
