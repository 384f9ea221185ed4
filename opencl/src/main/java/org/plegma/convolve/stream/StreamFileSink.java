package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plegma.array.ElementType;

/**
 * A file that an image goes to.
 *
 * @param opening how it is begun
 */
record StreamFileSink(Path file, Opening opening) implements StreamSink {
    /** As {@link StreamSink#open}. */
    @FunctionalInterface
    interface Opening {
        Output open(ElementType type, int[] shape, Key key) throws IOException;
    }

    @Override
    public Output open(ElementType type, int[] shape, Key key) throws IOException {
        return opening.open(type, shape, key);
    }

    /** Whether an image is read from this file. */
    boolean replaces(StreamSource source) {
        Path from = source instanceof StreamRawSource raw
                ? raw.file()
                : source instanceof StreamHdf5Source hdf ? hdf.file() : null;
        try {
            return from != null && Files.exists(file) && Files.isSameFile(from, file);
        } catch (IOException e) {
            return false; // opening it tells why
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
