package org.plegma.rewrite.parallel.code;

import java.util.Optional;
import org.plegma.rewrite.term.Term;

/**
 * A variable as a kernel sees it.
 *
 * @param name in OpenCL C
 * @param symbol its value, as in {@link Typed}; empty if it changes or depends on data
 * @param constant its value if that is known when the kernel is written
 */
record Variable(String name, String type, Optional<Term> symbol, Optional<Object> constant) {}
