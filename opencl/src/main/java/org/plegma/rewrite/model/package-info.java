/**
 * Kernels run slowly and watched: a simulator that executes a work-group statement by statement for all its work-items
 * at once, as a GPU does, and counts what costs time there. It also finds races and accesses out of bounds.
 */
package org.plegma.rewrite.model;
