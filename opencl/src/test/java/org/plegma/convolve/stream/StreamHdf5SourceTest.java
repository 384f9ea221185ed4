package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.testing.OtherPrograms;

/** Images that come from files. */
class StreamHdf5SourceTest {
    @TempDir
    private Path folder;

    @Test
    void integersOfAFileAreConverted() {
        Path file = folder.resolve("counts.h5");
        Grid counts = Grid.random(ElementType.INT, 3, 20, 30);
        Hdf5.save(file, "counts", counts);
        StreamSource source = StreamSource.hdf5(file, "counts");
        assertEquals(ElementType.DOUBLE, source.type());
        Grid copy = Grid.doubles(20, 30);
        source.copyTo(StreamSink.of(copy));
        assertEquals(counts.to(ElementType.DOUBLE), copy);
    }

    @Test
    void smallIntegersOfAFileBecomeFloats() {
        Path file = folder.resolve("small.h5");
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putDataset("shorts", new short[][] {{1, -2, 300}, {-4000, 5, 6}});
        }
        StreamSource source = StreamSource.hdf5(file, "shorts");
        assertEquals(ElementType.FLOAT, source.type());
        Grid copy = Grid.floats(2, 3);
        source.copyTo(StreamSink.of(copy));
        assertArrayEquals(new float[] {1, -2, 300, -4000, 5, 6}, copy.floats());
    }

    /** Which the HDF5 library leaves zero, puts elsewhere or refuses. */
    @Test
    void chunksThatWereNeverWrittenHoldTheirFillValue() throws Exception {
        String writer =
                """
                import h5py, numpy, sys
                for file, version in (sys.argv[1], "earliest"), (sys.argv[2], "latest"):
                    with h5py.File(file, "w", libver=version) as f:
                        for i, most in enumerate([(7, 9), (20, 20), (None, 20), (None, None)]):
                            image = f.create_dataset(f"image{i}", (7, 9), "f4", chunks=(2, 3), maxshape=most, fillvalue=5, compression="gzip")
                            image[2:5, 4:8] = numpy.arange(12).reshape(3, 4)
                        f.create_dataset("image4", (7, 9), "f4", fillvalue=5)
                        f.create_dataset("scaled", data=numpy.arange(24).reshape(6, 4), chunks=(6, 4), scaleoffset=0)
                """;
        Path[] files = {folder.resolve("earliest.h5"), folder.resolve("latest.h5")};
        OtherPrograms.python(writer, (Object[]) files);
        Grid written = Grid.floats(7, 9).fill(5);
        Grid never = written.copy();
        for (int i = 0; i < 12; i++) {
            written.set(i, 2 + i / 4, 4 + i % 4);
        }
        for (Path file : files) {
            for (int i = 0; i < 5; i++) {
                Grid copy = Grid.floats(7, 9);
                StreamSource.hdf5(file, "image" + i).copyTo(StreamSink.of(copy));
                assertEquals(i < 4 ? written : never, copy, file + " " + i);
                ByteBuffer rows = ByteBuffer.allocateDirect(3 * 9 * Float.BYTES).order(ByteOrder.nativeOrder());
                StreamSource.hdf5(file, "image" + i).read(3, 3, rows);
                float[] found = new float[27];
                rows.asFloatBuffer().get(found);
                assertArrayEquals(Arrays.copyOfRange(copy.floats(), 27, 54), found);
            }
            String packed = assertThrows(RuntimeException.class, () -> StreamSource.hdf5(file, "scaled"))
                    .getMessage();
            assertTrue(packed.contains("packed by the filter scaleoffset"), packed);
        }
    }

    /** What tells one file from another where interrupted work goes on. */
    @Test
    void otherFilesHaveOtherIdentities() throws IOException {
        Path one = folder.resolve("one.h5");
        Path two = folder.resolve("two.h5");
        for (Path file : List.of(one, two)) {
            Hdf5.save(file, "floats", Grid.random(ElementType.FLOAT, 3, 4, 5));
        }
        String first = StreamSource.hdf5(one, "floats").identity();
        assertEquals(first, StreamSource.hdf5(one, "floats").identity());
        assertNotEquals(first, StreamSource.hdf5(two, "floats").identity());
        Files.setLastModifiedTime(one, FileTime.fromMillis(1_000_000));
        assertNotEquals(first, StreamSource.hdf5(one, "floats").identity());
    }

    /** The rows of which samples are taken may be the same. */
    @Test
    void otherDatasetsOfAFileHaveOtherIdentities() throws IOException {
        Path file = folder.resolve("two.h5");
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putDataset("before", new float[100][3]);
            hdf.putDataset("after", new float[100][3]);
        }
        assertNotEquals(
                StreamSource.hdf5(file, "before").identity(),
                StreamSource.hdf5(file, "after").identity());
    }

    @Test
    void allRowsOfASmallImageTellItFromOthers() throws IOException {
        for (int rows = 1; rows <= 16; rows++) {
            Set<String> keys = new HashSet<>();
            for (int changed = 0; changed < rows; changed++) {
                int at = changed;
                keys.add(StreamKey.of(
                        StreamSource.generate("one name", (row, values) -> values[0] = row == at ? 1 : 0, rows, 2),
                        Map.of()));
            }
            assertEquals(rows, keys.size(), rows + " rows");
        }
    }
}
