/**
 * Chooses a method in place of {@code auto}. Begin with {@code MethodChoice}. {@code MethodRanking} orders all methods by their
 * expected times, and {@code StencilContest} tells the chooser of {@code tune.choice} which of them are worth trials. {@code
 * MethodTrials} times the best few, each after its values agree with those of {@code direct}. {@code Refusals} are methods that a
 * driver could not compile or launch.
 */
package org.plegma.stencil.choice;
