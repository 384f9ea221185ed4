/** Which loops are made parallel, and that they compute then what the Java does. */
package org.plegma.rewrite.parallel.loops;
