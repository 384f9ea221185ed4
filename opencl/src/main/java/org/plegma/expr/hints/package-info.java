/**
 * What to write instead of a character or a habit from elsewhere: from mathematics, LaTeX, NumPy, MATLAB, C or Devito; and the word that was
 * probably meant by one that is not known.
 */
package org.plegma.expr.hints;
