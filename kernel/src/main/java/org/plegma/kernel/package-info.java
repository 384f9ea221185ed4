/**
 * The Jupyter kernel: the protocol over jjava-jupyter, and the evaluation of Java by JShell.
 *
 * <p>Uses {@code magics} and {@code display}.
 */
package org.plegma.kernel;
