package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plegma.array.ContiguousHdf5;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.array.Preconditions;

/** Where an image goes, rows after rows in their order. */
public interface StreamSink {
    /** An image that is being written. */
    interface Output extends AutoCloseable {
        /** Rows that an interrupted run with the same key has left, which need not be written again. */
        int finishedRows();

        /** Why rows that an earlier run has left are not among them; empty if there were none. */
        default String discarded() {
            return "";
        }

        /** What those rows are, as they were written. */
        default List<StreamReport.Strip> finished() {
            return List.of();
        }

        /** Whether it has a use for the checksums of what it writes. */
        default boolean takesChecksums() {
            return false;
        }

        /** Writes whole rows, in native byte order, behind those that are there. */
        void write(int row, int count, ByteBuffer rows) throws IOException;

        /** The same for a sink that has a use for the CRC-32C of the rows. */
        default void write(int row, int count, ByteBuffer rows, int checksum) throws IOException {
            write(row, count, rows);
        }

        /** All is written: from now on the image is there for others. */
        void complete() throws IOException;

        /** Lets go of it. What is written and not complete stays for a later run, if the sink is a file. */
        @Override
        void close() throws IOException;
    }

    /** Tells one piece of work from another. It takes a while to find out, and only files need it. */
    @FunctionalInterface
    interface Key {
        String text() throws IOException;
    }

    /**
     * Begins to write, or goes on with what an interrupted run has left.
     *
     * @param key what the image is made of and how; what another key has left is thrown away
     */
    Output open(ElementType type, int[] shape, Key key) throws IOException;

    /** A grid in memory, whose type and shape must be those of the result. */
    static StreamSink of(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return new StreamGrid(grid);
    }

    /**
     * A file of nothing but the elements, row-major and little-endian.
     *
     * <p>Until it is whole, it is beside its place, named {@code FILE.part}, with a {@code FILE.journal} of the rows that are
     * in it; then it moves to its place at once. A killed or interrupted run goes on from there when it is started again.
     */
    static StreamSink raw(Path file) {
        Preconditions.notNull(file, "file");
        return new StreamFileSink(
                file, (type, shape, key) -> StreamFile.open(file, new byte[0], type, shape, key.text()));
    }

    /**
     * As {@link #raw}, an HDF5 file with one dataset, which lies in one piece and is not compressed. A file that holds others,
     * perhaps the image that is read, is not written over.
     */
    static StreamSink hdf5(Path file, String name) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(name, "name");
        return new StreamFileSink(file, (type, shape, key) -> {
            Set<String> lost = new TreeSet<>(Files.isRegularFile(file) ? Hdf5.names(file) : Set.of());
            lost.remove(name.replaceFirst("^/+", ""));
            if (!lost.isEmpty()) {
                throw new IOException("Cannot write " + file + ": it holds " + String.join(", ", lost)
                        + ", which would be lost. Stream to a file of its own.");
            }
            return StreamFile.open(file, ContiguousHdf5.header(name, type, shape), type, shape, key.text());
        });
    }
}
