/** The bench family of {@link org.plegma.neighbours}, with the same search in plain Java beside it. */
package org.plegma.bench.neighbours;
