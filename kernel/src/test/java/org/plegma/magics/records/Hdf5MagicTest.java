package org.plegma.magics.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.DataFiles;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.Host;
import org.plegma.magics.JShellHost;
import org.plegma.magics.MagicException;
import org.plegma.magics.MagicTest;
import org.plegma.magics.Magics;

class Hdf5MagicTest extends MagicTest {
    @TempDir
    private Path folder;

    private Grid grid(String variable) {
        return (Grid) host.variable(variable).orElseThrow();
    }

    @Test
    void arraysGoIntoAFileAndComeBackAsGrids() throws Exception {
        Path file = folder.resolve("a b.h5");
        magics.execute("float[] f = {1, 2}; double[] d = {3}; int[] i = {4, 5};\n"
                + "float[][] ff = {{1, 2, 3}}; double[][] dd = {{1}, {2}}; int[][][] iii = {{{1, 2}}};\n"
                + "%hdf5 save \"" + file + "\" f d i ff dd iii");
        assertTrue(host.printed().startsWith("Saved f, d, i, ff, dd, iii to "));
        magics.execute("%lsmagic\nf = null; d = null; ff = null;");
        try (Magics other = new Magics(host)) {
            assertTrue(assertThrows(MagicException.class, () -> other.execute("%hdf5 load \"" + file + "\""))
                    .getMessage()
                    .contains("would replace the notebook's variable"));
        }
        JShellHost fresh = new JShellHost();
        try (fresh;
                Magics other = new Magics(fresh)) {
            String shown =
                    Renderers.render(other.execute("%hdf5 load '" + file + "'")).get(MimeBundle.TEXT);
            assertTrue(shown.contains("1 × 3"), shown);
            assertArrayEquals(
                    new float[] {1, 2, 3}, ((Grid) fresh.variable("ff").orElseThrow()).floats());
            assertArrayEquals(new int[] {1, 1, 2}, ((Grid) fresh.variable("iii").orElseThrow()).shape());
            assertArrayEquals(new double[] {3}, ((Grid) fresh.variable("d").orElseThrow()).doubles());
        }
    }

    @Test
    void whatAFileHoldsIsLostOnlyIfAskedFor() throws Exception {
        Path file = folder.resolve("both.h5");
        magics.execute("float[] kept = {1}; float[] more = {2};\n%hdf5 save " + file + " kept more");
        magics.execute("%hdf5 save " + file + " more kept");
        assertEquals(
                file + " holds kept, which would be lost, as it is written anew. Save that along, name another file, or"
                        + " --replace.",
                message("%hdf5 save " + file + " more"));
        assertEquals(Set.of("kept", "more"), Hdf5.names(file));
        magics.execute("%hdf5 save " + file + " more --replace");
        assertEquals(Set.of("more"), Hdf5.names(file));
        assertTrue(!DataFiles.read().contains(file), "it was looked at, not read");
        Path text = Files.writeString(folder.resolve("notes.txt"), "notes");
        assertTrue(message("%hdf5 save " + text + " more").contains("is no HDF5 file"));
        assertEquals("notes", Files.readString(text));
    }

    /** As %%writefile and !ls are there. */
    @Test
    void filesAreInTheFolderOfCd() throws Exception {
        Path there = Files.createDirectory(folder.resolve("there"));
        magics.execute("float[] u = {1};\n%cd \"" + there + "\"\n%hdf5 save here.h5 u");
        assertEquals(Set.of("u"), Hdf5.names(there.resolve("here.h5")));
        String cell = "%hdf5 load h";
        assertEquals(
                List.of("here.h5"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        assertEquals(
                List.of("--as", "--replace", "u"),
                magics.complete("%hdf5 load here.h5 ", 19).orElseThrow().matches());
        Files.writeString(there.resolve("one.cl"), "#define ONE 1");
        magics.execute("%%opencl -I.\n#include \"one.cl\"\nkernel void k(global int *x) { x[0] = ONE; }");
        assertTrue(message("%classpath none.jar").contains("(from " + there.toRealPath() + ")"));
    }

    @Test
    void datasetsInGroupsGetLegalNames() throws Exception {
        Path file = folder.resolve("g.h5");
        Grid grid = Grid.of(new float[] {1, 2}, 2).withAttribute("units", "m");
        Hdf5.save(file, Map.of("run 1/height", grid, "class", grid, "2m", grid));
        String shown = Renderers.render(magics.execute("%hdf5 load " + file)).get(MimeBundle.TEXT);
        assertTrue(shown.contains("units = m"), shown);
        assertEquals(grid, grid("run_1_height"));
        assertEquals(grid, grid("_class"));
        assertEquals(grid, grid("_2m"));
    }

    @Test
    void aDatasetIsLoadedUnderAnotherName() throws Exception {
        Path file = folder.resolve("two.h5");
        Grid grid = Grid.floats(2);
        Hdf5.save(file, Map.of("a", grid, "b", grid));
        magics.execute("%hdf5 load " + file + " a --as other");
        assertEquals(grid, grid("other"));
        assertTrue(message("%hdf5 load " + file + " --as other").contains("there are 2 datasets"));
    }

    @Test
    void onlyTheNamedDatasetsAreLoaded() throws Exception {
        Path file = folder.resolve("n.h5");
        Hdf5.save(file, Map.of("a", Grid.of(new int[] {1}, 1), "b", Grid.of(new int[] {2}, 1)));
        magics.execute("%hdf5 load " + file + " b");
        assertEquals(
                List.of("b"), host.variables().stream().map(Host.Variable::name).toList());
        assertTrue(message("%hdf5 load " + file + " c").contains("No dataset 'c'"));
        String cell = "%hdf5 load " + file + " ";
        assertEquals(
                List.of("--as", "--replace", "a", "b"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
    }

    @Test
    void arraysOnTheDeviceAreSavedToo() throws Exception {
        Path file = folder.resolve("d.h5");
        magics.execute("var onDevice = org.plegma.magics.NotebookSession.session().upload(new float[] {1, 2});\n"
                + "%hdf5 save " + file + " onDevice");
        assertArrayEquals(new float[] {1, 2}, Hdf5.load(file, "onDevice").floats());
    }

    @Test
    void wrongUseIsExplained() throws Exception {
        assertTrue(message("%hdf5").contains("Missing required parameter"), message("%hdf5"));
        assertTrue(message("%hdf5 lode x.h5").contains("lode"));
        assertTrue(message("%hdf5 load nowhere.h5").contains("There is no file nowhere.h5"));
        String inFolder = message("%hdf5 load " + folder);
        assertEquals(folder + " is a folder. Say which file of it: %hdf5 load " + folder + "/NAME.h5", inFolder);
        assertTrue(message("%hdf5 save x.h5").contains("nothing to save"));
        magics.execute("%lsmagic\nString text = \"\"; int[] numbers = {1};");
        assertTrue(message("%hdf5 save x.h5 text").contains("The variable text of type String cannot be saved"));
        assertTrue(message("%hdf5 save x.h5 nunbers").contains("Did you mean numbers?"));
        assertEquals(
                "There is no variable elsewhere. Run the cell that makes it.", message("%hdf5 save x.h5 elsewhere"));
        String unwritable = message("%hdf5 save /proc/x.h5 numbers");
        assertTrue(unwritable.startsWith("Cannot write /proc/x.h5: NoSuchFile. Check that the folder"), unwritable);
        Path file = Files.writeString(folder.resolve("bad.h5"), "not HDF5");
        assertTrue(message("%hdf5 load " + file).contains("bad.h5"));
        assertEquals(
                List.of("load"), magics.complete("%hdf5 l", 7).orElseThrow().matches());
        String cell = "%hdf5 load " + folder + "/b";
        assertEquals(
                List.of(file.toString()),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        assertTrue(magics.complete("%hdf5 save x.h5 num", 19)
                .orElseThrow()
                .matches()
                .contains("numbers"));
    }
}
