/**
 * What is said where loops cannot run in parallel. {@link org.plegma.rewrite.parallel.errors.NotParallelException} tells it when
 * a cell is read, the others when a loop is launched with certain values.
 */
package org.plegma.rewrite.parallel.errors;
