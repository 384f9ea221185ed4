package org.plegma.rewrite.parallel.code;

import org.plegma.rewrite.term.Term;

/**
 * A variable as a kernel sees it.
 *
 * @param name in OpenCL C
 * @param symbol its value, as in {@link Typed}; null if it changes or depends on data
 * @param constant its value if that is known when the kernel is written; null if not
 */
record Variable(String name, String type, Term symbol, Object constant) {}
