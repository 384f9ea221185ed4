/** What to write instead of a character or a habit from elsewhere: from mathematics, LaTeX, NumPy, MATLAB, C or Devito. */
package org.plegma.expr.hints;
