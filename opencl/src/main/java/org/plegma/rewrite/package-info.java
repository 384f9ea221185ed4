/**
 * Programs as terms, and rules that rewrite them. {@link org.plegma.rewrite.Code} reads Java and OpenCL C into {@link
 * org.plegma.rewrite.Term}s and prints them.
 */
package org.plegma.rewrite;
