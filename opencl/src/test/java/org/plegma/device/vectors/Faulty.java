package org.plegma.device.vectors;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Devices;

/** A device that computes a function wrongly for vectors of certain widths, and all others rightly. */
public final class Faulty {
    private Faulty() {}

    public static VectorFunctions with(VectorFunction wrong, ElementType type, int... widths) {
        return new VectorFunctions(Devices.preferred(), Path.of("nothing is kept")) {
            @Override
            public List<LaneFault> faults(VectorFunction function, ElementType of) {
                return function != wrong || of != type
                        ? List.of()
                        : IntStream.of(widths)
                                .mapToObj(width -> new LaneFault(function, of, width, 0, 1, 1, List.of(), 1, 2))
                                .toList();
            }
        };
    }
}
