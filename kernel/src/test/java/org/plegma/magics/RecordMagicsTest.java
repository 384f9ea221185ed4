package org.plegma.magics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.Grid;
import org.plegma.array.Hdf5;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.measure.Measurement;
import org.plegma.measure.campaign.Campaign;
import tech.tablesaw.api.Table;

class RecordMagicsTest extends MagicTest {

    @TempDir
    private Path folder;

    @Test
    void tablesAndMeasurementsAreSavedAsARecordAndComeBack() throws Exception {
        Path file = folder.resolve("r.h5");
        magics.execute(
                "var t = tech.tablesaw.api.Table.create(\"t\", tech.tablesaw.api.IntColumn.create(\"a\", 1, 2));\n"
                        + "float[] u = {1, 2, 3}; String code = \"kernel void k() {}\";");
        magics.execute("%%bench --time 0.01 --into runs\none: Math.sqrt(2)");
        magics.execute("%hdf5 save " + file + " t u code runs");
        magics.execute("%hdf5 save " + file + " t u code runs");
        String lost = assertThrows(MagicException.class, () -> magics.execute("%hdf5 save " + file + " u"))
                .getMessage();
        assertTrue(lost.startsWith(file + " holds code, measurements, t, which would be lost"), lost);
        Campaign campaign = Campaign.load(file);
        assertEquals("t, u, code, runs", campaign.title());
        assertTrue(campaign.provenance().orElseThrow().fact("java.version").isPresent());
        JShellHost fresh = new JShellHost();
        try (fresh;
                Magics other = new Magics(fresh)) {
            String shown = text(other.execute("%hdf5 load " + file));
            assertTrue(shown.contains("2 rows, 1 columns"), shown);
            assertEquals(2, ((Table) fresh.variable("t").orElseThrow()).rowCount());
            assertEquals(3, ((Grid) fresh.variable("u").orElseThrow()).length());
            assertEquals("kernel void k() {}", fresh.variable("code").orElseThrow());
            List<?> runs = (List<?>) fresh.variable("measurements").orElseThrow();
            assertEquals("one", ((Measurement) runs.get(0)).work().method());
            other.execute("%hdf5 load " + file + " --as before");
            assertTrue(fresh.variable("before").orElseThrow() instanceof Campaign);
            String message = assertThrows(MagicException.class, () -> other.execute("%hdf5 load " + file + " none"))
                    .getMessage();
            assertTrue(message.startsWith("There is no none in "), message);
        }
    }

    @Test
    void arraysAloneStayPlainHdf5() throws Exception {
        Path file = folder.resolve("plain.h5");
        magics.execute("float[] u = {1};\n%hdf5 save " + file + " u");
        assertTrue(!Campaign.isRecord(file));
    }

    @Test
    void provenanceNamesVersionsAndDevices() throws Exception {
        String shown = text(magics.execute("%provenance"));
        assertTrue(shown.contains("device.0.name"), shown);
        String json = (String) magics.execute("%provenance --json --seed 7");
        assertEquals(
                "7", JsonParser.parseString(json).getAsJsonObject().get("seed").getAsString());
    }

    @Test
    void provenanceNamesTheFilesThatWereReadByTheirDigests() throws Exception {
        Path file = folder.resolve("read.h5"), never = folder.resolve("never.h5");
        for (Path written : List.of(file, never)) {
            magics.execute("float[] u = {1, 2};\n%hdf5 save " + written + " u");
        }
        Hdf5.load(file);
        assertEquals(sha256(file), digestOf(file));
        assertEquals(null, digestOf(never));
        magics.execute("float[] more = {3, 4, 5};\n%hdf5 save " + file + " u more");
        Hdf5.load(file);
        assertEquals("not of what was read: the file was written since", digestOf(file));
        Files.delete(file);
        assertEquals("cannot be read any more", digestOf(file));
    }

    private String digestOf(Path file) throws Exception {
        JsonObject facts = JsonParser.parseString((String) magics.execute("%provenance --json"))
                .getAsJsonObject();
        for (int i = 0; facts.has("data." + i + ".file"); i++) {
            if (facts.get("data." + i + ".file").getAsString().equals(file.toString())) {
                return facts.get("data." + i + ".sha256").getAsString();
            }
        }
        return null;
    }

    private static String sha256(Path file) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return HexFormat.of().formatHex(digest);
    }

    @Test
    void claimsThatDoNotHoldAreErrors() throws Exception {
        magics.execute("int n = 6;");
        assertEquals("The claim holds: n's half is 3", text(magics.execute("%claim \"n's half is 3\" n / 2 == 3")));
        assertMessage("The claim does not hold: n is odd", "%claim 'n is odd' n % 2 == 1");
        assertMessage("The condition of a claim is true or false, but this one is 7.", "%claim 'seven' n + 1");
        assertMessage("A claim is a text in quotes and a condition", "%claim n is odd");
    }

    @Test
    void rooflineSaysWhatItCannotDraw() throws Exception {
        magics.execute("int five = 5;");
        magics.execute("%%bench --time 0.01 --into runs\none: Math.sqrt(2)");
        assertMessage("There is no variable nothing", "%roofline nothing");
        assertMessage(
                "%roofline takes measurements (%%bench --into NAME keeps them) or bench cases, and five is of type Integer.",
                "%roofline five");
        assertMessage("The case 'bench one' of runs declares no FLOP", "%roofline runs");
    }

    private void assertMessage(String start, String cell) {
        String message =
                assertThrows(MagicException.class, () -> magics.execute(cell)).getMessage();
        assertTrue(message.startsWith(start), message);
    }

    private static String text(Object value) {
        return Renderers.render(value).get(MimeBundle.TEXT);
    }
}
