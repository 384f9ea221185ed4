/**
 * The method {@code micikevicius}: one step a launch, with planes in local memory and a queue of registers for the cells
 * above and below. Begin with {@code RegisterQueueMethod}.
 */
package org.plegma.stencil.method.queue;
