/**
 * Kernels run slowly and watched: a simulator that executes a work-group statement by statement for all its work-items
 * at once, as a GPU does, and counts what costs time there. It also finds races and accesses out of bounds.
 *
 * <p>A {@code WorkGroup} executes each statement for all {@code Lanes}. {@code Watch} counts. {@code Memory} knows who touched an
 * element last and so sees races. {@code HostCode} runs the function {@code host} and collects its launches.
 */
package org.plegma.rewrite.simulator;
