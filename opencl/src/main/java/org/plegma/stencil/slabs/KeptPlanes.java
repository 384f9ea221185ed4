package org.plegma.stencil.slabs;

import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * The planes of a level that a device keeps, where they lie in its memory: for kernels that make or judge a grid which is larger than
 * any array in Java.
 *
 * @param session seen from the device
 * @param array in the device's memory; besides the kept planes it may hold ghost planes
 * @param offset element of the array at which the kept planes begin
 * @param slab which planes of the whole grid they are
 */
public record KeptPlanes(Session session, Level level, DeviceArray array, long offset, Slab slab) {}
