/**
 * Grids and arrays: {@code GridView} makes numbers, a line or a heat map of a grid, {@code AnimationView} a GIF of
 * many. {@code ArrayText} and {@code ValueText} write values as text.
 */
package org.plegma.display.grid;
