/**
 * A plan: a method's code with arrays on a device, ready to do steps. Begin with {@link org.plegma.stencil.plan.StencilPlan}.
 * {@code Rounds} shares out the steps of a run, those left over too.
 */
package org.plegma.stencil.plan;
