package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

/** Chunks of which some were never written, as h5py finds them and as they are found here. */
class Hdf5ChunksTest {
    /** The second file has what h5py reads in the first, in one piece. */
    private static final String WRITER =
            """
            import h5py, itertools, numpy, sys, zlib
            random = numpy.random.default_rng(1)
            shapes = [((5, 7), (5, 7), (2, 3)), ((5, 7), (10, 20), (2, 3)), ((5, 7), (None, 20), (2, 3)),
                      ((5, 7), (20, None), (2, 3)), ((5, 7, 4), (8, None, 9), (2, 2, 3)), ((5, 7), (None, None), (2, 3)),
                      ((2048,), (2048,), (1,)), ((1025,), (1025,), (1,)), ((3, 4), (3, 4), (3, 4)), ((3000,), (None,), (2,))]
            def fill(name, shape, most, chunk, packed, fill, part):
                data = f.create_dataset(name, shape, "i4", chunks=chunk, maxshape=most, fillvalue=fill, compression=packed)
                values = numpy.arange(numpy.prod(shape), dtype="i4").reshape(shape) + 1000
                for k in range(0 if part == "none" else 1 if part == "end" else 3):
                    place = tuple(slice(n - 1, n) if part == "end" else slice(b := int(random.integers(0, n)), b + max(1, n // 5))
                                  for n in shape)
                    data[place] = values[place]
            with h5py.File(sys.argv[1], "w", libver="latest") as f:
                for i, ((shape, most, chunk), packed, value, part) in enumerate(
                        itertools.product(shapes, [None, "gzip"], [0, 7], ["none", "end", "some"])):
                    if not (packed and part == "none" and shape == chunk):
                        fill(f"x{i}", shape, most, chunk, packed, value, part)
                for packed in [None, "gzip"]:
                    pages = f.create_dataset(f"pages{packed}", (150000,), "i4", chunks=(1,), maxshape=(None,), fillvalue=3, compression=packed)
                    for first, count in (0, 5), (131000, 200), (133500, 20), (140000, 1500), (149990, 10):
                        pages[first:first + count] = numpy.arange(count) + first
                shrunk = f.create_dataset("shrunk", data=numpy.arange(400).reshape(20, 20), chunks=(3, 3), maxshape=(None, 30))
                shrunk.resize((7, 25))
                f.create_dataset("zero", (4,), "f8", chunks=(2,), fillvalue=-0.0)[0] = 1
                f.create_dataset("unsigned", (4,), "u8", chunks=(2,))
                f.create_dataset("whole", (4,), "u8")
                for i, (most, packed) in enumerate(itertools.product([(8, 3), (None, 3), (None, None)], [None, "gzip"])):
                    emptied = f.create_dataset(f"emptied{i}", data=numpy.ones((4, 3), "i4"), chunks=(2, 3), maxshape=most, fillvalue=7,
                                               compression=packed)
                    emptied.resize((0, 3))
                    emptied.resize((4, 3))
                early = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
                early.set_chunk((2, 3))
                early.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
                place = h5py.h5s.create_simple((5, 7), (10, 20))
                h5py.Dataset(h5py.h5d.create(f.id, b"early", h5py.h5t.NATIVE_INT32, place, early))[...] = numpy.arange(35).reshape(5, 7)
                noise = random.integers(-2**31, 2**31, (40, 31), "i4")
                for packed, shuffle in itertools.product(["lzf", "gzip"], [False, True]):
                    f.create_dataset(f"{packed}{shuffle}", data=noise, chunks=(20, 15), compression=packed, shuffle=shuffle)
                for i, most in enumerate([(4, 6), (None, 6), (None, None), None]):
                    shape = (2, 3) if most is None else (4, 6)
                    masked = f.create_dataset(f"masked{i}", shape, "i4", chunks=(2, 3), maxshape=most, shuffle=True, compression="gzip")
                    if most:
                        masked[...] = noise[:4, :6]
                    plain = (numpy.arange(6) * 1000).astype("i4").tobytes()
                    masked.id.write_direct_chunk((0, 0), plain, 3)
                    if most:
                        masked.id.write_direct_chunk((2, 3), zlib.compress(plain), 1)
                with h5py.File(sys.argv[2], "w") as g:
                    for name in f:
                        g[name] = f[name][...]
            """;

    @TempDir
    static Path folder;

    @BeforeAll
    static void write() throws Exception {
        OtherPrograms.python(WRITER, folder.resolve("chunks.h5"), folder.resolve("pieces.h5"));
    }

    /**
     * The library stopped at the first gap, put what follows one in the wrong place, undid filters that a chunk went without, and
     * counted chunks that are written early by the present length.
     */
    @Test
    void chunksAreWhereTheyWereWritten() {
        Map<String, Grid> expected = Hdf5.load(folder.resolve("pieces.h5"));
        assertEquals(10 * 2 * 2 * 3 - 2 + 6 + 6 + 1 + 4 + 4, expected.size());
        Hdf5.load(folder.resolve("chunks.h5")).forEach((name, grid) -> assertEquals(expected.get(name), grid, name));
        assertEquals(expected.keySet(), Hdf5.load(folder.resolve("chunks.h5")).keySet());
    }

    @Test
    void rowsAreThoseOfTheWhole() {
        for (String file : new String[] {"chunks.h5", "pieces.h5"}) {
            Hdf5.load(folder.resolve(file)).forEach((name, grid) -> {
                int rows = grid.size(0);
                for (int[] part :
                        new int[][] {{0, 1}, {rows - 1, 1}, {1, rows - 1}, {rows / 3, rows / 2}, {0, rows}, {rows, 0}
                        }) {
                    int[] extent = grid.shape();
                    extent[0] = part[1];
                    int[] from = new int[extent.length];
                    from[0] = part[0];
                    assertEquals(
                            grid.region(from, extent),
                            Hdf5.load(folder.resolve(file), name, part[0], part[1]),
                            file + " " + name + " " + part[0] + " " + part[1]);
                }
                for (int[] part : new int[][] {{-1, 1}, {rows, 1}, {0, rows + 1}, {1, Integer.MAX_VALUE}, {0, -1}}) {
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> Hdf5.load(folder.resolve(file), name, part[0], part[1]));
                }
            });
        }
    }

    @Test
    void aFillValueKeepsItsSign() {
        double[] values = Hdf5.load(folder.resolve("chunks.h5"), "zero").doubles();
        assertEquals(Double.NEGATIVE_INFINITY, 1 / values[3]);
        assertEquals(1, values[0]);
    }
}
