package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

class VirtualHdf5Test {
    @TempDir
    Path folder;

    /** A whole grid as pieces that begin at the given planes, and the file of them. */
    private Path write(Grid whole, String name, int... first) {
        VirtualHdf5.Layout layout = new VirtualHdf5.Layout(
                Map.of(name, whole.type()), whole.shape(), "whole.pieces", first, Map.of("step", "77"));
        for (int i = 0; i < first.length; i++) {
            int[] from = new int[whole.rank()];
            int[] extent = whole.shape();
            from[0] = first[i];
            extent[0] = layout.planes(i);
            Hdf5.save(folder.resolve(layout.file(i)), name, whole.region(from, extent));
        }
        Path file = folder.resolve("whole.h5");
        VirtualHdf5.write(file, layout);
        return file;
    }

    @Test
    void theHdf5LibraryReadsPiecesAsOneDataset() throws IOException, InterruptedException {
        String script = "import h5py,sys; f=h5py.File(sys.argv[1]); d=f['u[t-1]'];"
                + "print(d.is_virtual, d.dtype, d.shape, *d[...].ravel().tolist(), f.attrs['step'].decode())";
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT}) {
            Grid whole = Grid.generate(type, i -> 100 * i[0] + 10 * i[1] + i[2], 7, 3, 2);
            String values = String.join(
                    " ",
                    IntStream.range(0, 42)
                            .mapToObj(i -> type == ElementType.INT ? "" + (int) whole.at(i) : "" + whole.at(i))
                            .toList());
            String dtype = type == ElementType.FLOAT ? "float32" : type == ElementType.DOUBLE ? "float64" : "int32";
            assertEquals(
                    "True " + dtype + " (7, 3, 2) " + values + " 77",
                    OtherPrograms.python(script, write(whole, "u[t-1]", 0, 3, 4).toString())
                            .strip());
        }
    }

    @Test
    void hundredsOfPiecesAreReadToo() throws IOException, InterruptedException {
        Grid whole = Grid.random(ElementType.FLOAT, 3, 300, 2);
        Path file = write(whole, "u", IntStream.range(0, 300).toArray());
        assertEquals(whole, Hdf5.load(file, "u"));
        String script = "import h5py,sys; print(float(h5py.File(sys.argv[1])['u'][...].astype('f8').sum()))";
        double sum = IntStream.range(0, 600).mapToDouble(whole::at).sum();
        assertEquals(sum, Double.parseDouble(OtherPrograms.python(script, file.toString())), 1e-9);
    }

    @Test
    void isReadBackWholeAndInPart() throws IOException {
        Grid whole = Grid.random(ElementType.DOUBLE, 1, 9, 4);
        Path file = write(whole, "u", 0, 3, 4);
        assertEquals(Map.of("u", whole), Hdf5.load(file));
        assertEquals(whole, Hdf5.load(file, "u"));
        for (int first = 0; first < 9; first++) {
            for (int planes = 1; planes <= 9 - first; planes++) {
                assertEquals(
                        whole.region(new int[] {first, 0}, new int[] {planes, 4}),
                        VirtualHdf5.load(file, "u", first, planes));
            }
        }
        assertEquals("77", VirtualHdf5.layout(file).attributes().get("step"));
        String message = assertThrows(IllegalArgumentException.class, () -> VirtualHdf5.load(file, "u", 8, 2))
                .getMessage();
        assertTrue(message.startsWith("There are no planes 8 to 9 of 'u'"), message);
        assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, "v"));
        Hdf5.save(folder.resolve("whole.pieces/00001.h5"), "u", Grid.doubles(2, 4));
        message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(file, "u"))
                .getMessage();
        assertTrue(
                message.contains("00001.h5") && message.contains("must be double 1 x 4, found double 2 x 4"), message);
        Files.delete(folder.resolve("whole.pieces/00001.h5"));
        assertThrows(RuntimeException.class, () -> Hdf5.load(file));
    }

    @Test
    void piecesMustCoverTheWholeAndBeThere() {
        Map<String, ElementType> u = new LinkedHashMap<>(Map.of("u", ElementType.FLOAT));
        for (int[] wrong : new int[][] {{}, {1}, {0, 0}, {0, 5, 4}, {0, 9}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new VirtualHdf5.Layout(u, new int[] {9, 4}, "p", wrong, Map.of()));
        }
        VirtualHdf5.Layout missing = new VirtualHdf5.Layout(u, new int[] {9, 4}, "p", new int[] {0}, Map.of());
        assertThrows(IllegalStateException.class, () -> VirtualHdf5.write(folder.resolve("w.h5"), missing));
        Path plain = folder.resolve("plain.h5");
        Hdf5.save(plain, "u", Grid.floats(2, 2));
        assertThrows(IllegalArgumentException.class, () -> VirtualHdf5.layout(plain));
    }
}
