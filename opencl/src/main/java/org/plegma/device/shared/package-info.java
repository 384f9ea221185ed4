/** Arrays of which each of several devices has a part. */
@NullMarked
package org.plegma.device.shared;

import org.jspecify.annotations.NullMarked;
