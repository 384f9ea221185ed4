/**
 * Reads a cell. Begin with {@code JavaCell}, which splits it into statements and methods. {@code JavaElaborator} writes out what
 * Java leaves to its compiler: which method a call means, which variable a name means.
 */
package org.plegma.rewrite.parallel.cell;
