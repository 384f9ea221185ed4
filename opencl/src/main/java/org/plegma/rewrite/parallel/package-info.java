/**
 * Sequential Java loops to kernels: which loops of a cell may run in parallel, the kernels in OpenCL C that do the same in
 * every bit that Java defines, and what the host does around them.
 */
package org.plegma.rewrite.parallel;
