package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jhdf.HdfFile;
import io.jhdf.api.WritableGroup;
import io.jhdf.dataset.ContiguousDatasetImpl;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

/** Datasets of more than 2 GiB: by a bound of a few bytes, as they are read here and by h5py. */
class Hdf5LargeTest {
    /** Writes what it finds anew, by HDF5's own library. */
    private static final String COPY =
            """
            import h5py, sys
            with h5py.File(sys.argv[1]) as f, h5py.File(sys.argv[2], "w") as g:
                def copy(name, node):
                    if isinstance(node, h5py.Dataset):
                        g[name] = node[...]
                        for key, value in node.attrs.items():
                            g[name].attrs[key] = value
                f.visititems(copy)
                g.attrs.update(f.attrs)
                g["contiguous"] = sum(node.chunks is None for node in [f["a"], f["b/c"], f["b/d"], f["s"], f["b/small"]])
            """;

    @TempDir
    Path folder;

    @Test
    void elementsBehindTheLibrarysFileAreThoseThatWereSaved() throws Exception {
        Map<String, Grid> grids = new LinkedHashMap<>();
        grids.put("a", Grid.generate(ElementType.DOUBLE, i -> i[0] + 0.25, 1_500_001));
        grids.put(
                "b/c",
                Grid.generate(ElementType.INT, i -> 100 * i[0] + i[1], 5, 7).withAttribute("unit", "m"));
        grids.put("b/d", Grid.of(new long[] {Long.MIN_VALUE, -1, (1L << 53) + 1, 7, 8, Long.MAX_VALUE}, 1, 2, 3));
        grids.put("b/small", Grid.ints(3).withAttribute("origin", new double[] {1, 2}));
        Grid first = Grid.random(ElementType.FLOAT, 1, 4, 3).withAttribute("axes", new String[] {"t", "x", "y"});
        List<Grid> series = List.of(first, Grid.random(ElementType.FLOAT, 2, 4, 3), Grid.floats(4, 3));
        Path file = folder.resolve("large.h5");
        Path copy = folder.resolve("copy.h5");
        for (long most : new long[] {40, 8, Long.MAX_VALUE}) {
            Hdf5.save(file, grids, Map.of("s", series), Map.of("title", "large"), most);
            OtherPrograms.python(COPY, file, copy);
            for (Path each : List.of(file, copy)) {
                Map<String, Grid> found = Hdf5.load(each);
                grids.forEach((name, grid) -> assertEquals(grid, found.get(name), name));
                assertEquals("m", found.get("b/c").attribute("unit"));
                assertArrayEquals(
                        new double[] {1, 2}, (double[]) found.get("b/small").attribute("origin"));
                Grid all = found.get("s");
                assertArrayEquals(new int[] {3, 4, 3}, all.shape());
                assertArrayEquals(new String[] {"t", "x", "y"}, (String[]) all.attribute("axes"));
                for (int i = 0; i < series.size(); i++) {
                    assertEquals(series.get(i), all.slice(0, i));
                }
                assertEquals("large", Hdf5.attributes(each).get("title"));
            }
            assertEquals(
                    most == 40 ? 4 : most == 8 ? 5 : 0,
                    Hdf5.load(copy, "contiguous").get(0));
        }
    }

    /** As records of measurements have them. */
    @Test
    void gridsBesideOtherThingsMayBeLarge() {
        Grid small = Grid.ints(3).withAttribute("unit", "m");
        Grid large = Grid.generate(ElementType.DOUBLE, i -> i[0] - i[1] / 8.0, 40, 30)
                .withAttribute("unit", "s");
        Path file = folder.resolve("record.h5");
        Hdf5.write(
                file,
                Map.of("format", "a record"),
                (hdf, grids) -> {
                    hdf.putDataset("title", 7);
                    WritableGroup arrays = hdf.putGroup("arrays");
                    grids.put(arrays, "large", large);
                    grids.put(arrays.putGroup("below"), "large", large);
                    grids.put(hdf, "large", large);
                    grids.put(arrays, "small", small);
                },
                1000);
        for (String name : List.of("large", "arrays/large", "arrays/below/large")) {
            assertEquals(large, Hdf5.load(file, name), name);
            assertEquals("s", Hdf5.load(file, name).attribute("unit"), name);
        }
        assertEquals(small, Hdf5.load(file, "arrays/small"));
        assertEquals(7, Hdf5.load(file, "title").get(0));
        assertEquals("a record", Hdf5.attributes(file).get("format"));
        assertThrows(
                IllegalArgumentException.class,
                () -> Hdf5.write(file, Map.of(), (hdf, grids) -> grids.put(hdf, "none", Grid.ints(0))));
    }

    @Test
    void gridsOfASeriesAreAlike() {
        Path file = folder.resolve("series.h5");
        for (List<Grid> series :
                List.of(List.of(Grid.ints(2), Grid.ints(3)), List.of(Grid.ints(2), Grid.floats(2)), List.<Grid>of())) {
            assertThrows(
                    IllegalArgumentException.class, () -> Hdf5.save(file, Map.of(), Map.of("s", series), Map.of()));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> Hdf5.save(file, Map.of("s", Grid.ints(2)), Map.of("s", List.of(Grid.ints(2))), Map.of()));
    }

    @Test
    void onePieceIsReadInParts() {
        Grid grid = Grid.generate(ElementType.INT, i -> 3 * i[0] - 7, 23);
        Path file = folder.resolve("parts.h5");
        Hdf5.save(file, Map.of("x", grid), Map.of(), Map.of(), 1);
        try (HdfFile hdf = new HdfFile(file)) {
            ContiguousDatasetImpl dataset = (ContiguousDatasetImpl) hdf.getDatasetByPath("x");
            for (int atOnce : new int[] {1, 2, 22, 23, 24}) {
                assertArrayEquals(grid.ints(), (int[]) Hdf5Values.flat(dataset, int.class, 0, 23, atOnce));
            }
        }
    }
}
