package org.plegma.measure.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.Grid;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Table;

class CampaignMergeTest {

    @Test
    void measurementsKnowWhereTheyWereMade(@TempDir Path folder) {
        Campaign merged = Campaign.merge(parts(part("a", "x", 1, 2), part("b", "x", 3), part("a", "y", 1)));
        merged.save(folder.resolve("merged.h5"));
        Campaign loaded = Campaign.load(folder.resolve("merged.h5"));
        assertEquals(
                List.of("case 1 x", "case 2 x", "case 3 x", "case 1 y"),
                loaded.measurements().stream()
                        .map(m -> m.work().name() + " " + m.device())
                        .toList());
        assertEquals(List.of("a", "a", "b", "a"), hosts(loaded));
        assertEquals(3, loaded.provenance().orElseThrow().nodes().size());
        assertEquals(Optional.of("1"), loaded.provenance().orElseThrow().fact("seed"), "common to all");
        assertEquals(Optional.empty(), loaded.provenance().orElseThrow().fact("host"));
    }

    @Test
    void whatWasMergedMergesAgain() {
        Campaign first = Campaign.merge(parts(part("a", "x", 1), part("b", "x", 2)));
        Campaign all = Campaign.merge(parts(first, part("a", "x", 3), part("c", "x", 4), first));
        assertEquals(4, all.measurements().size(), "the same twice is once");
        assertEquals(List.of("a", "b", "a", "c"), hosts(all));
        assertEquals(3, all.provenance().orElseThrow().nodes().size());
    }

    @Test
    void whatIsMergedPartByPartLosesNothing() {
        Campaign all = part("h0", "x", 0).array("g", Grid.of(new float[] {0}, 1));
        for (int i = 1; i < 5; i++) {
            all = Campaign.merge(parts(all, part("h" + i, "x", i).array("g", Grid.of(new float[] {i}, 1))));
        }
        assertEquals(
                List.of(0.0, 1.0, 2.0, 3.0, 4.0),
                all.arrays().values().stream().map(g -> g.at(0)).sorted().toList());
    }

    @Test
    void aNodeWhoseFactsAllHaveIsANode() {
        Provenance one = provenance("a", "x");
        Provenance two = one.with("device.1.name", "y");
        for (List<Provenance> both : List.of(List.of(one, two), List.of(two, one))) {
            assertEquals(both, Provenance.parse(Provenance.merge(both).json()).nodes());
        }
        Campaign second = new Campaign("bench").provenance(two).measurements(List.of(measurement(2, "y", 1)));
        assertEquals(List.of("a", "a"), hosts(Campaign.merge(parts(part("a", "x", 1), second))));
    }

    @Test
    void whatPartsSayDifferentlyIsKeptApart() {
        Campaign a = part("a", "x", 1)
                .setting("shard", "1/2")
                .setting("limit", 1.0)
                .source("k", "same")
                .array("g", Grid.of(new float[] {1}, 1))
                .table("t", Table.create("t", DoubleColumn.create("v", new double[] {1})));
        Campaign b = part("b", "x", 2)
                .setting("shard", "2/2")
                .setting("limit", 1.0)
                .source("k", "same")
                .array("g", Grid.of(new float[] {2}, 1));
        Campaign merged = Campaign.merge(parts(a, b));
        assertEquals(
                Map.of("shard (part 1)", "1/2", "shard (part 2)", "2/2", "limit", 1.0), Map.copyOf(merged.settings()));
        assertEquals(List.of("k"), List.copyOf(merged.sources().keySet()));
        assertEquals(2, merged.arrays().get("g (part 2)").at(0));
        assertTrue(merged.tables().containsKey("t"), "one part alone has it");
    }

    @Test
    void whatCannotBeOneRecordIsRefused() {
        assertRefused("seed differs: 1 in part 0, 2 in part 1", part("a", "x", 1), seeded(part("b", "x", 2), "2"));
        assertRefused("'f case 1 m' was measured on x both in part 0 and in part 1", part("a", "x", 1), slower("b"));
        assertRefused(
                "plegma.code differs: 1 in part 0, 2 in part 1", coded("a", "1", "false"), coded("b", "2", "true"));
        assertEquals(
                2,
                Campaign.merge(parts(coded("a", "1", "false"), coded("b", "2", "false")))
                        .provenance()
                        .orElseThrow()
                        .nodes()
                        .size(),
                "one commit by two compilers");
        assertRefused("part 1: it has no provenance", part("a", "x", 1), new Campaign("bare"));
    }

    private static void assertRefused(String why, Campaign... parts) {
        String message = assertThrows(IllegalArgumentException.class, () -> Campaign.merge(parts(parts)))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    private static List<String> hosts(Campaign campaign) {
        return IntStream.range(0, campaign.measurements().size())
                .mapToObj(i -> campaign.provenance(i).orElseThrow().fact("host").orElseThrow())
                .toList();
    }

    private static Map<String, Campaign> parts(Campaign... campaigns) {
        Map<String, Campaign> parts = new LinkedHashMap<>();
        for (Campaign each : campaigns) {
            parts.put("part " + parts.size(), each);
        }
        return parts;
    }

    private static Campaign part(String host, String device, int... cases) {
        Campaign part = new Campaign("bench").provenance(provenance(host, device));
        for (int number : cases) {
            part.measurements(List.of(measurement(number, device, 0.5)));
        }
        return part;
    }

    private static Campaign slower(String host) {
        return new Campaign("bench").provenance(provenance(host, "x")).measurements(List.of(measurement(1, "x", 0.75)));
    }

    private static Campaign coded(String host, String code, String changed) {
        return new Campaign("bench")
                .provenance(provenance(host, "x").with("plegma.code", code).with("git.changed", changed));
    }

    private static Campaign seeded(Campaign part, String seed) {
        return part.provenance(part.provenance().orElseThrow().with("seed", seed));
    }

    private static Provenance provenance(String host, String device) {
        return Provenance.parse("{\"date\": \"2026-01-01\", \"seed\": \"1\"}")
                .with("host", host)
                .with("device.0.name", device);
    }

    private static Measurement measurement(int number, String device, double seconds) {
        Work work = new Work("f", "case " + number, "m", "", List.of(), Double.NaN, Double.NaN, Double.NaN);
        Optional<Statistics> times = Optional.of(Statistics.of(seconds));
        return new Measurement(work, device, Optional.empty(), times, true, Double.NaN, 0, true, "");
    }
}
