/** What real numbers allow: one form for equal expressions, exact linear forms, and the coefficients of finite differences. */
package org.plegma.expr.algebra;
