/**
 * The magics inside other Java kernels: a stock JJava, which finds them as an extension, and a stock IJava, which is
 * joined by one line.
 *
 * <p>Uses {@code magics} and {@code display}.
 */
package org.plegma.ijava;
