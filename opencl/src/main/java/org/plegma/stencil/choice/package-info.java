/**
 * Chooses a method in place of {@code auto}. Begin with {@code MethodChoice}: what was measured before, what comes with Plegma,
 * or trials. {@code MethodRanking} orders all methods by their expected times. {@code MethodTrials} times the best few, each after its
 * values agree with those of {@code direct}. {@code Refusals} are methods that a driver could not compile or launch.
 */
package org.plegma.stencil.choice;
