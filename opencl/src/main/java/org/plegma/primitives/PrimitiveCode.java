package org.plegma.primitives;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.device.source.WarpLanes;

/** The two kinds of kernels. */
enum PrimitiveCode {
    /** Tiles of groups, whose warps speak to each other: NVIDIA from Volta on, where groups that wait do not stop others. */
    WARPS,
    /** Pieces of work-items: all other devices. */
    PIECES;

    static PrimitiveCode of(Device device) {
        return device.hasSpeakingWarps() ? WARPS : PIECES;
    }

    /** The source of several files, one after the other. */
    static String source(String... files) {
        return Arrays.stream(files)
                .map(file -> KernelSource.resource(PrimitiveCode.class, file))
                .collect(Collectors.joining("\n"));
    }

    /** The source of several files for {@link #WARPS}, after what its lanes and tiles tell each other. */
    static String warpSource(Session session, String... files) {
        return WarpLanes.source(session.device().hasReducingWarps()) + "\n" + source("warps.cl") + "\n" + source(files);
    }

    /** Throws if the device cannot compute with a type. */
    static ElementType requireType(Session session, ElementType type) {
        if (type == ElementType.DOUBLE && !session.device().supportsDouble()) {
            throw new IllegalArgumentException(session.device().name() + " has no double precision.");
        }
        return type;
    }
}
