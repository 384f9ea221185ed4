/** Several devices together: ways by which one reaches the memory of another. */
@NullMarked
package org.plegma.device.shared;

import org.jspecify.annotations.NullMarked;
