/**
 * The method {@code composed(k)}: k steps of a linear stencil multiplied out to one wider stencil. Begin with
 * {@code ComposedMethod}.
 */
package org.plegma.stencil.method.composed;
