/** A fuzzer of Java loops: random cells run as {@code %%parallel} runs them, compared with what javac makes of their text. */
package org.plegma.rewrite.parallel.fuzz;
