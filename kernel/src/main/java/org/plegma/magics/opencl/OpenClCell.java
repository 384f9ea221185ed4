package org.plegma.magics.opencl;

import java.util.Collection;
import java.util.Optional;
import org.plegma.magics.Magic;

/** A magic whose cells hold OpenCL C: they are completed and explained as such. */
public interface OpenClCell extends Magic {
    @Override
    default Collection<String> bodyWords() {
        return OpenClWords.all();
    }

    @Override
    default Optional<BodyWord> describe(String body, int cursor) {
        return OpenClWords.describe(body, cursor);
    }
}
