package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.Grid;
import org.plegma.measure.Measurement;
import org.plegma.measure.MeasurementsTest;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import org.plegma.testing.OtherPrograms;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DateColumn;
import tech.tablesaw.api.DateTimeColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.FloatColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.ShortColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class CampaignTest {

    private static final double PAYLOAD = Double.longBitsToDouble(0x7ff8_dead_beef_0001L);
    private static final float FLOAT_PAYLOAD = Float.intBitsToFloat(0x7fc0_beef);

    @TempDir
    private Path folder;

    @Test
    void everythingComesBackBitForBit() {
        Campaign loaded = roundTrip(sample());
        assertEquals("πλέγμα 😀", loaded.title());
        assertEquals(sample().settings(), loaded.settings());
        assertEquals(
                List.copyOf(sample().settings().keySet()),
                List.copyOf(loaded.settings().keySet()),
                "order");
        assertEquals(sample().sources(), loaded.sources());
        assertEquals(sample().provenance(), loaded.provenance());
        assertArrayEquals(
                bits(sample().arrays().get("u/v").doubles()),
                bits(loaded.arrays().get("u/v").doubles()));
        assertArrayEquals(new int[] {2, 3}, loaded.arrays().get("u/v").shape());
        assertEquals("m", loaded.arrays().get("u/v").attribute("units"));
        assertEquals(
                Float.floatToRawIntBits(FLOAT_PAYLOAD),
                Float.floatToRawIntBits(loaded.arrays().get("f").floats()[1]));
        assertEquals(3, loaded.arrays().get("i").size(2));
        assertEquals(Comparison.of(sample(), loaded, 0).differences(), List.of());
    }

    @Test
    void tablesKeepTypesMissingValuesAndOrder() {
        Table written = sample().tables().get("mixed");
        Table read = roundTrip(sample()).tables().get("mixed");
        assertEquals(written.columnNames(), read.columnNames());
        assertEquals(written.types(), read.types());
        assertEquals(written.name(), read.name());
        for (int c = 0; c < written.columnCount(); c++) {
            for (int r = 0; r < written.rowCount(); r++) {
                assertEquals(
                        written.get(r, c), read.get(r, c), written.column(c).name() + " row " + r);
                assertEquals(written.column(c).isMissing(r), read.column(c).isMissing(r));
            }
        }
        assertArrayEquals(
                bits(written.doubleColumn("d/s").asDoubleArray()),
                bits(read.doubleColumn("d/s").asDoubleArray()));
    }

    /** Half of a record by one state of the code and half by another would pass for one measurement. */
    @Test
    void whatWasMeasuredWithOtherCodeOrDevicesIsNotResumed() {
        Path file = folder.resolve("half.h5");
        Provenance then =
                Provenance.capture(List.of(), 1).with("device.0.name", "A").with("device.1.name", "B");
        new Campaign("half").provenance(then).save(file);
        assertEquals("half", Campaign.resume(file, then.with("date", "later")).title());
        assertNotResumed(file, then.with("plegma.code", "0"), "its plegma.code is ");
        assertNotResumed(file, then.with("device.1.name", "C"), "its device.1.name is B, here it is C.");
        assertNotResumed(file, then.with("device.2.name", "C"), "its device.2.name is not known, here it is C.");
        assertNotResumed(file, Provenance.capture(List.of(), 1).with("device.0.name", "A"), "here it is not known.");
        assertNotResumed(file, then.with("seed", "2"), "its seed is 1, here it is 2.");
    }

    private static void assertNotResumed(Path file, Provenance now, String why) {
        String message = assertThrows(IllegalArgumentException.class, () -> Campaign.resume(file, now))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void emptyTablesAndAnEmptyCampaignComeBack() {
        Campaign loaded = roundTrip(new Campaign("")
                .table("no rows", Table.create("t", IntColumn.create("a"), StringColumn.create("b")))
                .table("no columns", Table.create("u")));
        assertEquals(List.of("a", "b"), loaded.tables().get("no rows").columnNames());
        assertEquals("INTEGER", loaded.tables().get("no rows").types().get(0).name());
        assertEquals(0, loaded.tables().get("no rows").rowCount());
        assertEquals(0, loaded.tables().get("no columns").columnCount());
        assertTrue(loaded.measurements().isEmpty());
        assertEquals("", loaded.title());
        assertEquals("", roundTrip(new Campaign("")).title());
    }

    @Test
    void measurementsKeepEverySample() {
        List<Measurement> written = sample().measurements();
        List<Measurement> read = roundTrip(sample()).measurements();
        assertEquals(written.size(), read.size());
        for (int i = 0; i < written.size(); i++) {
            assertEquals(written.get(i).work(), read.get(i).work());
            assertEquals(
                    samples(written.get(i).deviceSeconds()), samples(read.get(i).deviceSeconds()));
            assertEquals(
                    samples(written.get(i).hostSeconds()), samples(read.get(i).hostSeconds()));
            assertEquals(written.get(i).problem(), read.get(i).problem());
            assertEquals(written.get(i).error(), read.get(i).error());
            assertEquals(written.get(i).stable(), read.get(i).stable());
            assertEquals(written.get(i).attainableSeconds(), read.get(i).attainableSeconds());
        }
    }

    @Test
    void textThatHdf5CannotHoldIsRefusedAndNothingIsWritten() {
        Path file = folder.resolve("refused.h5");
        for (String text : List.of("a\0b", "\ud800")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new Campaign("t").source("s", text).save(file));
        }
        assertThrows(IllegalArgumentException.class, () -> new Campaign("t").setting("x", List.of()));
        assertEquals(0, folder.toFile().list().length);
    }

    @Test
    void aFileCutAnywhereGivesAClearError() throws Exception {
        Path file = folder.resolve("whole.h5");
        sample().save(file);
        byte[] whole = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.h5");
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            int length = i < 10 ? i * 5 : random.nextInt(whole.length);
            Files.write(cut, Arrays.copyOf(whole, length));
            String message = assertThrows(CampaignException.class, () -> Campaign.load(cut), "length " + length)
                    .getMessage();
            assertTrue(message.startsWith("Cannot read the campaign " + cut + ": it is "), message);
        }
    }

    @Test
    void damageInTheStructureIsAnErrorOfOurs() throws Exception {
        Path file = folder.resolve("whole.h5");
        sample().save(file);
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(5);
        Path damaged = folder.resolve("damaged.h5");
        for (int i = 0; i < 200; i++) {
            byte[] bytes = whole.clone();
            for (int k = 0; k < 40; k++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(damaged, bytes);
            try {
                Campaign.load(damaged);
            } catch (CampaignException expected) {
                assertTrue(expected.getMessage().contains("it "), expected.getMessage());
            }
        }
    }

    @Test
    void foreignNewerAndMissingFilesAreToldApart() throws Exception {
        Path text = Files.writeString(folder.resolve("text.h5"), "no HDF5 at all, but long enough for a header");
        assertMessage(text, "it is not an HDF5 file (it has no HDF5 signature).");
        Path empty = Files.createFile(folder.resolve("empty.h5"));
        assertMessage(empty, "it is empty.");
        assertMessage(folder.resolve("none.h5"), "there is no such file.");
        Path foreign = folder.resolve("foreign.h5");
        try (WritableHdfFile hdf = HdfFile.write(foreign)) {
            hdf.putDataset("x", new double[] {1});
        }
        assertMessage(
                foreign,
                "it is an HDF5 file, but not a campaign (expected the attribute format = 'plegma campaign', found"
                        + " none).");
        Path newer = folder.resolve("newer.h5");
        try (WritableHdfFile hdf = HdfFile.write(newer)) {
            hdf.putAttribute("format", "plegma campaign");
            hdf.putAttribute("format_version", 2);
        }
        assertMessage(newer, "it has format version 2, and this Plegma reads up to 1. Read it with a newer Plegma.");
    }

    @Test
    void h5dumpAndH5pyReadIt() throws Exception {
        Path file = folder.resolve("c.h5");
        sample().save(file);
        String dump = OtherPrograms.run("h5dump", "-d", "/measurements/samples/host", file);
        assertTrue(dump.contains("(0): 0.002, 0.003, 0.004, 0.001"), dump);
        assertTrue(OtherPrograms.run("h5dump", file).contains("DATASET \"d%2Fs\""));
        String python = String.join(
                "\n",
                "import h5py, sys, json",
                "f = h5py.File(sys.argv[1], 'r')",
                "f.visititems(lambda name, node: node[()] if isinstance(node, h5py.Dataset) else None)",
                "print(f.attrs['format'].decode(), f.attrs['format_version'])",
                "print(f['title'][()].decode('utf-8'))",
                "print([s.decode('utf-8') for s in f['tables/mixed/text'][()]])",
                "print(f['arrays/u%2Fv'][1, 2], f['arrays/u%2Fv'].attrs['units'].decode())",
                "print(json.loads(f['provenance'][()])['seed'])",
                "print(f['measurements/table/seconds_median'][0], f['settings/size'][()])",
                "print(f['sources/saxpy'][()].decode('utf-8'))");
        assertEquals(
                String.join(
                        "\n",
                        "plegma campaign 1",
                        "πλέγμα 😀",
                        "['', 'zwei\\nZeilen', '日本']",
                        "6.0 m",
                        "42",
                        "0.003 1024",
                        "kernel void saxpy() {} // αβ"),
                OtherPrograms.python(python, file).strip());
    }

    static Campaign sample() {
        Grid u = Grid.of(new double[] {1, -0.0, PAYLOAD, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 6}, 2, 3)
                .withAttribute("units", "m");
        IntColumn ints = IntColumn.create("int", 1, Integer.MAX_VALUE);
        ints.appendMissing();
        LongColumn longs = LongColumn.create("long", Long.MAX_VALUE, -1L);
        longs.appendMissing();
        BooleanColumn flags = BooleanColumn.create("flag", true, false);
        flags.appendMissing();
        DateColumn dates = DateColumn.create("date", LocalDate.of(2026, 11, 20), LocalDate.of(1, 1, 1));
        dates.appendMissing();
        LocalDateTime time = LocalDateTime.of(2026, 11, 20, 9, 30, 15, 123_000_000);
        DateTimeColumn times = DateTimeColumn.create("time", time, time.plusYears(1));
        times.appendMissing();
        Table mixed = Table.create(
                "gemischt",
                DoubleColumn.create("d/s", 1.5, PAYLOAD, Double.NaN),
                FloatColumn.create("float", FLOAT_PAYLOAD, -0f, 3f),
                ints,
                longs,
                ShortColumn.create("short", (short) 1, Short.MAX_VALUE, (short) -3),
                flags,
                StringColumn.create("text", "", "zwei\nZeilen", "日本"),
                StringColumn.create("_index", "a", "b", "c"),
                StringColumn.create("100%", " lead", "trail ", "x".repeat(1000)),
                dates,
                times);
        return new Campaign("πλέγμα 😀")
                .setting("size", 1024)
                .setting("a first", "z")
                .setting("long", 1L << 40)
                .setting("ratio", 0.1)
                .setting("on", true)
                .setting("empty", "")
                .measurements(List.of(
                        MeasurementsTest.measured("direct", "gpu", 2e-3, 3e-3, 4e-3),
                        MeasurementsTest.measured("blocked", "gpu", 1e-3),
                        Measurement.wrong(
                                new Work("f", "c", "m", "int", List.of(), Double.NaN, 1, 2), "gpu", 0.5, "too far")))
                .table("mixed", mixed)
                .array("u/v", u)
                .array("f", Grid.of(new float[] {1, FLOAT_PAYLOAD}, 2))
                .array("i", Grid.of(new int[] {1, 2, 3, 4, 5, 6}, 1, 2, 3))
                .source("saxpy", "kernel void saxpy() {} // αβ")
                .provenance(Provenance.parse("{\"seed\": \"42\", \"cpu.name\": \"ärm\"}"));
    }

    private Campaign roundTrip(Campaign campaign) {
        Path file = folder.resolve("round.h5");
        campaign.save(file);
        return Campaign.load(file);
    }

    private static void assertMessage(Path file, String problem) {
        assertEquals(
                "Cannot read the campaign " + file + ": " + problem,
                assertThrows(CampaignException.class, () -> Campaign.load(file)).getMessage());
    }

    private static List<Double> samples(Optional<Statistics> statistics) {
        return statistics.map(s -> Arrays.stream(s.samples()).boxed().toList()).orElse(List.of());
    }

    private static long[] bits(double[] values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}
