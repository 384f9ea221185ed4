package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.testing.OtherPrograms;

/** Booleans and long integers as h5py writes and reads them. */
class Hdf5TypesTest {
    private static final String WRITER =
            """
            import h5py, numpy, sys
            with h5py.File(sys.argv[1], "w") as f:
                f["mask"] = numpy.array([[True, False, True], [False, False, True]])
                f["one"] = numpy.bool_(True)
                f.create_dataset("parts", (4, 6), bool, chunks=(2, 3), fillvalue=True)[0:2, 0:3] = False
                f.create_dataset("later", (3,), bool, fillvalue=True)
                f.create_dataset("unset", (3,), bool)
                f.create_dataset("packed", data=numpy.arange(5000) % 3 == 0, compression="gzip")
                f.create_dataset("chance", (3,), bool, chunks=(3,)).id.write_direct_chunk((0,), bytes([0, 1, 78]))
                f["colours"] = numpy.zeros(2, h5py.enum_dtype({"RED": 0, "GREEN": 1}, "i1"))
                f["quads"] = numpy.zeros(2, "longdouble")
                f["int64"] = numpy.array([2**63 - 1, -2**63, 2**53 + 1])
                f["uint32"] = numpy.array([2**32 - 1, 0], "u4")
                f["uint64"] = numpy.array([2**64 - 2**11, 7], "u8")
                f.create_dataset("longs", (5,), "i8", chunks=(2,), fillvalue=2**60 + 1)[2:4] = -1
                f["mask"].attrs.update(valid=True, ends=numpy.array([False, True]), both=numpy.array([[True], [False]]))
            """;

    @TempDir
    private Path folder;

    private Path file() throws Exception {
        Path file = folder.resolve("types.h5");
        OtherPrograms.python(WRITER, file);
        return file;
    }

    @Test
    void booleansAreOnesAndZeros() throws Exception {
        Hdf5.Contents contents = Hdf5.contents(file());
        Map<String, Grid> grids = contents.grids();
        assertEquals(Grid.of(new int[][] {{1, 0, 1}, {0, 0, 1}}), grids.get("mask"));
        assertEquals(Grid.ints(1).fill(1), grids.get("one"));
        assertEquals(Grid.generate(ElementType.INT, at -> at[0] < 2 && at[1] < 3 ? 0 : 1, 4, 6), grids.get("parts"));
        assertEquals(Grid.ints(3).fill(1), grids.get("later"));
        assertEquals(Grid.ints(3), grids.get("unset"));
        assertEquals(Grid.generate(ElementType.INT, at -> at[0] % 3 == 0 ? 1 : 0, 5000), grids.get("packed"));
        assertEquals(Grid.of(new int[] {0, 1, 1}), grids.get("chance"), "what was never written may be any number");
        assertEquals("an enumeration", contents.skipped().get("colours"));
        assertTrue(
                contents.skipped().get("quads").startsWith("of a type that cannot be read ("),
                "one is no harm to others");
        assertEquals(2, contents.skipped().size());
    }

    @Test
    void booleanAttributesAreNumbersToo() throws Exception {
        Grid mask = Hdf5.load(file(), "mask");
        assertEquals(1, mask.attribute("valid"));
        assertArrayEquals(new int[] {0, 1}, (int[]) mask.attribute("ends"));
        assertArrayEquals(new Object[] {new int[] {1}, new int[] {0}}, (Object[]) mask.attribute("both"));
    }

    @Test
    void noDigitOfAnIntegerIsLost() throws Exception {
        Map<String, Grid> grids = Hdf5.load(file());
        assertEquals(Grid.of(new long[] {Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1}), grids.get("int64"));
        assertEquals(Grid.of(new long[] {(1L << 32) - 1, 0}), grids.get("uint32"));
        assertEquals(Grid.of(new double[] {0x1p64 - 0x1p11, 7}), grids.get("uint64"));
        long fill = (1L << 60) + 1;
        assertEquals(Grid.of(new long[] {fill, fill, -1, -1, fill}), grids.get("longs"));
    }

    @Test
    void othersReadLongGrids() throws Exception {
        Path saved = folder.resolve("saved.h5");
        Hdf5.save(saved, "ids", Grid.of(new long[] {Long.MIN_VALUE, (1L << 53) + 1}));
        String program = "import h5py, sys; d = h5py.File(sys.argv[1])['ids']; print(d.dtype, d[0], d[1])";
        assertEquals(
                "int64 -9223372036854775808 9007199254740993",
                OtherPrograms.python(program, saved).strip());
    }

    /** HDF5 marks the names of groups that it makes on the way to a dataset as ASCII, whatever they are. */
    @Test
    void namesThatCannotBeToldApartAreCounted() throws Exception {
        Path names = folder.resolve("names.h5");
        OtherPrograms.python(
                "import h5py, sys\nwith h5py.File(sys.argv[1], 'w', libver='latest') as f:\n    f['ä/x'] = f['ö/x'] = f['plain'] = 1",
                names);
        Hdf5.Contents contents = Hdf5.contents(names);
        assertEquals(2, contents.grids().size());
        assertEquals(
                Map.of("\ufffd", "how 1 more names are read, as they are not ASCII though marked so"),
                contents.skipped());
    }

    /** One object of a kind that the library does not know had kept it from its whole group, whichever form that has. */
    @Test
    void unknownKindsAreLeftOutAndTold() throws Exception {
        Path mixed = folder.resolve("mixed.h5");
        for (String version : List.of("earliest", "latest")) {
            OtherPrograms.python(
                    """
                    import h5py, numpy, sys
                    with h5py.File(sys.argv[1], "w", libver=sys.argv[2]) as f:
                        f["x"] = [1, 2]
                        f["x"].attrs["unit"] = "m"
                        f["g/opaque"] = numpy.void(b"abc")
                        f["g/y"] = 3
                        f["g/h/z"] = 4
                        f["soft"] = h5py.SoftLink("/g/y")
                        for i in range(20):
                            f[f"many/{i}"] = i
                        f["many/opaque"] = numpy.void(b"abc")
                        f["many/below/soft"] = h5py.SoftLink("/many/3")
                        f["region"] = f["x"].regionref[0:1]
                        layout = h5py.VirtualLayout((2,), "i8")
                        layout[:] = h5py.VirtualSource(f["x"])
                        f.create_virtual_dataset("virtual", layout)
                        kind = h5py.h5t.IEEE_F32LE.copy()
                        kind.set_fields(15, 7, 8, 0, 7)
                        kind.set_size(2)
                        kind.set_ebias(127)
                        brain = h5py.h5d.create(f.id, b"brain", kind, h5py.h5s.create_simple((1,)))
                        h5py.Dataset(brain)[...] = 1.5
                    """,
                    mixed,
                    version);
            Hdf5.Contents contents = Hdf5.contents(mixed);
            Set<String> expected = new HashSet<>(Set.of("x", "g/y", "g/h/z", "soft", "many/below/soft"));
            IntStream.range(0, 20).forEach(i -> expected.add("many/" + i));
            assertEquals(expected, contents.grids().keySet());
            assertEquals(Grid.of(new long[] {3}), contents.grids().get("many/below/soft"));
            assertEquals("m", contents.grids().get("x").attribute("unit"));
            assertEquals(
                    Map.of(
                            "many/opaque", "of a kind that cannot be read (it has opaque values)",
                            "g/opaque", "of a kind that cannot be read (it has opaque values)",
                            "region",
                                    "of a kind that cannot be read (Dataset Region references not supported for Reference data type)",
                            "virtual", "of a kind that cannot be read (Virtual storage is not supported)",
                            "brain", "floating-point numbers that are not of IEEE"),
                    contents.skipped());
            assertEquals(Hdf5.load(mixed, "g/h/z"), contents.grids().get("g/h/z"));
            String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(mixed, "g/opaque"))
                    .getMessage();
            assertTrue(message.contains("'opaque' is of a kind that cannot be read"), message);
        }
    }

    @Test
    void linksThatLeadToEachOtherLeadNowhere() throws Exception {
        Path circle = folder.resolve("circle.h5");
        OtherPrograms.python(
                "import h5py, sys\nwith h5py.File(sys.argv[1], 'w') as f:\n    f['x'] = 1; f['a'], f['b'] = h5py.SoftLink('/b'), h5py.SoftLink('/a')",
                circle);
        Hdf5.Contents contents = Hdf5.contents(circle);
        assertEquals(Set.of("x"), contents.grids().keySet());
        assertEquals("a link to /b, which is not there", contents.skipped().get("a"));
        String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(circle, "b"))
                .getMessage();
        assertTrue(message.contains("'b' is a link to /a, which is not there"), message);
    }

    @Test
    void anAttributeOfTheFileThatIsUnknownIsTold() throws Exception {
        Path other = folder.resolve("root.h5");
        OtherPrograms.python(
                "import h5py, sys\nwith h5py.File(sys.argv[1], 'w') as f:\n    f['x'] = 1; f.attrs['r'] = f['x'].regionref[()]",
                other);
        String message = assertThrows(IllegalArgumentException.class, () -> Hdf5.load(other))
                .getMessage();
        assertTrue(message.contains("Dataset Region references not supported"), message);
    }

    /** References had been read as the places of what they refer to, and one dataset or attribute took the file with it. */
    @Test
    void whatIsNoGridIsNoHarmToOthers() throws Exception {
        Path others = folder.resolve("others.h5");
        OtherPrograms.python(
                """
                import h5py, numpy, sys
                with h5py.File(sys.argv[1], "w") as f:
                    f["x"] = [1, 2]
                    f["reference"] = f["x"].ref
                    f.create_dataset("references", data=[f["x"].ref] * 2, dtype=h5py.ref_dtype)
                    f.create_dataset("large", (50000, 50000), "i1", chunks=(100, 100))
                    f.create_dataset("larger", (2**33, 3), "f8", chunks=(1024, 3))
                    f["x"].attrs.update(quad=numpy.longdouble(1), unit="m")
                """,
                others);
        Hdf5.Contents contents = Hdf5.contents(others);
        assertEquals(Set.of("x"), contents.grids().keySet());
        assertEquals("m", contents.grids().get("x").attribute("unit"));
        assertEquals(
                "not read: Unsupported signed fixed point data type",
                contents.grids().get("x").attribute("quad"));
        assertEquals("references to other objects", contents.skipped().get("reference"));
        assertEquals("references to other objects", contents.skipped().get("references"));
        assertEquals(
                "too large for an array of Java, of shape [50000, 50000]",
                contents.skipped().get("large"));
        assertEquals(
                "too large for an array of Java, of shape [8589934592, 3]",
                contents.skipped().get("larger"));
    }
}
