/**
 * The magics, one class each, with the engine that finds them in a cell, parses their arguments and completes them.
 * A magic sees the notebook only through {@code Host}, so the same class serves Plegma, JJava and IJava.
 *
 * <p>Uses {@code display}.
 */
package org.plegma.magics;
