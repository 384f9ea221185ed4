package org.plegma.neighbours;

import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.testing.EmulatedLanes;

/** The kernels for warps, on devices without them too. */
final class WarpCode {
    private WarpCode() {}

    static SpaceCode of(Session session, ElementType type, int axes) {
        return session.device().hasSpeakingWarps()
                ? new SpaceCode(session, type, axes)
                : new SpaceCode(
                        session,
                        type,
                        axes,
                        new SpaceCode.Lanes(EmulatedLanes.source(), EmulatedLanes.OPTIONS, 32, false));
    }
}
