/** The bench family of {@link org.plegma.primitives}. */
package org.plegma.bench.primitives;
