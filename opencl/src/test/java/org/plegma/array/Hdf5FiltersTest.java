package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

/** Chunks as h5py writes them, shuffled, packed and with a checksum after them. */
class Hdf5FiltersTest {
    private static final String WRITER =
            """
            import h5py, itertools, numpy, sys
            with h5py.File(sys.argv[1], "w") as f:
                for type, chunk, shuffle, packed, checked in itertools.product(
                        ["u1", "<i4", ">f8", "<i8"], [(3, 2), (7, 5)], [False, True], [None, "gzip", "lzf"], [False, True]):
                    f.create_dataset(f"{type[-2:]}{chunk[0]}{shuffle}{packed}{checked}", data=numpy.arange(35, dtype=type).reshape(7, 5),
                                     chunks=chunk, shuffle=shuffle, compression=packed, fletcher32=checked)
                long = numpy.random.default_rng(1).integers(0, 256, 4099, dtype="u1")
                f.create_dataset("random", data=long, chunks=(4099,), fletcher32=True)
            with h5py.File(sys.argv[2], "w") as f:
                f.create_dataset("x", data=numpy.frombuffer(b"mark" * 20, dtype="i1"), chunks=(80,), fletcher32=True)
            for file, version in (sys.argv[3], "earliest"), (sys.argv[4], "latest"):
                with h5py.File(file, "w", libver=version) as f:
                    f["plain"] = numpy.arange(3)
                    f.create_dataset("scaled", data=numpy.arange(24), chunks=(6,), scaleoffset=0)
                    if version == "latest":
                        f.create_dataset("never", (6,), "i4", chunks=(6,), compression="gzip")
            """;

    @TempDir
    static Path folder;

    @BeforeAll
    static void write() throws Exception {
        OtherPrograms.python(
                WRITER,
                folder.resolve("filters.h5"),
                folder.resolve("damaged.h5"),
                folder.resolve("old.h5"),
                folder.resolve("new.h5"));
    }

    /** The checksum had been taken for data: shuffled chunks were wrong without a word, others not readable. */
    @Test
    void allWaysToWriteChunksAreRead() {
        Map<String, Grid> grids = Hdf5.load(folder.resolve("filters.h5"));
        assertEquals(4 * 2 * 2 * 3 * 2 + 1, grids.size());
        double[] expected = IntStream.range(0, 35).asDoubleStream().toArray();
        grids.forEach((name, grid) -> {
            if (!name.equals("random")) {
                assertEquals(Grid.of(expected, 7, 5), Grid.of(doubles(grid), grid.shape()), name);
            }
        });
    }

    private static double[] doubles(Grid grid) {
        return IntStream.range(0, (int) grid.length())
                .mapToDouble(i -> ((Number) java.lang.reflect.Array.get(grid.data(), i)).doubleValue())
                .toArray();
    }

    @Test
    void aChunkThatIsNotAsItWasWrittenIsRefused() throws Exception {
        Path file = folder.resolve("damaged.h5");
        assertEquals('m', Hdf5.load(file, "x").ints()[4]);
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("markmark");
        bytes[at + 4] = 'M';
        Files.write(file, bytes);
        String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, "x"))
                .getMessage();
        assertTrue(message.contains("the checksum of a chunk is wrong"), message);
    }

    /** One of them had kept the whole file away. */
    @Test
    void whatCannotBeUnpackedIsTold() {
        String scaled = "packed by the filter scaleoffset, which cannot be undone here";
        Hdf5.Contents old = Hdf5.contents(folder.resolve("old.h5"));
        assertEquals(Map.of("plain", Grid.of(new long[] {0, 1, 2}, 3)), old.grids());
        assertEquals(Map.of("scaled", scaled), old.skipped());
        Hdf5.Contents latest = Hdf5.contents(folder.resolve("new.h5"));
        assertEquals(old.grids(), latest.grids());
        assertEquals(scaled, latest.skipped().get("scaled"));
        assertEquals(
                "of a kind that cannot be read (it is one packed chunk that was never written)",
                latest.skipped().get("never"));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Hdf5.load(folder.resolve("new.h5"), "scaled"))
                .getMessage();
        assertTrue(message.contains("is no array of numbers but " + scaled), message);
    }
}
