/** Limits on what processes do: by their work, not by the clock. Uses no other package. */
package org.plegma.process;
