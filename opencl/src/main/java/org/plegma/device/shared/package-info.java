/** Several devices together: arrays of which each has a part, and ways by which one reaches the memory of another. */
@NullMarked
package org.plegma.device.shared;

import org.jspecify.annotations.NullMarked;
