/**
 * Exercises: each judges the kernels that a student wrote, by results and by time.
 */
package org.plegma.coursework;
