/** Immutable expressions, what can be asked of them (reads, cost, order), and how they are printed and computed. */
package org.plegma.expr.tree;
