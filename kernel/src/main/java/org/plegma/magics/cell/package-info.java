/**
 * A cell as text: {@code CellParser} cuts it into {@code Part}s of Java and of magics, and {@code Arguments} cuts the
 * line of a magic into words. {@code JavaScanner} knows where strings and comments of Java end, {@code ShellLine}
 * what a line with {@code !} means.
 */
package org.plegma.magics.cell;
