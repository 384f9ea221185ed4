/**
 * What all methods share. A {@link org.plegma.stencil.method.Method} is what users write, such as {@code blocked(4)}.
 * {@code StepMethod} is the class behind such a name; {@code MethodCatalogue} finds all of them, each in a room below this one.
 * {@code CostModel} predicts the time of a step on a {@code Machine}. A {@code Round} does steps on the {@code State} of a plan;
 * a {@code CompiledStage} is one of compiled launches. To write a method, begin with {@code StepMethod}.
 */
package org.plegma.stencil.method;
