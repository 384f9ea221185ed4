package org.plegma.coursework.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class AttemptsTest {
    @TempDir
    Path folder;

    private static Verdict verdict(double share, FaultKind kind, double speedup) {
        return new Verdict(
                "tiled",
                Table.create("tiled"),
                share,
                kind,
                "so",
                OptionalLong.empty(),
                "a device",
                speedup,
                true,
                Optional.empty());
    }

    @Test
    void theBestSoFarStandsBesideTheGoal() throws IOException {
        Path file = folder.resolve("new").resolve("coursework.json");
        Attempts attempts = Attempts.in(file);
        assertEquals(0, attempts.table().rowCount());
        attempts.add(verdict(1, FaultKind.NONE, 1.5), 20, 40);
        attempts.add(verdict(1, FaultKind.NONE, 1.25), 30, 60);
        Verdict race = verdict(0.5, FaultKind.RACE, Double.NaN).outOf(4);
        attempts.add(race, Double.NaN, Double.NaN);
        Table table = Attempts.in(file).table(race.faster(2, 2), verdict(1, FaultKind.NONE, 1));
        assertEquals(List.of("tiled", 2.0, 6.0, "so", 3, 30.0, 60.0, 1.5, 2.0), row(table, 0));
        assertEquals("", table.get(1, 3), "nothing is missing");
        assertTrue(table.doubleColumn("goal").isMissing(1));
        assertEquals(List.of("all", 3.0, 7.0, ""), row(table, 2).subList(0, 4));
        attempts.clear();
        assertEquals(0, Attempts.in(file).table(race).get(0, 4));
    }

    private static List<Object> row(Table table, int row) {
        return table.columns().stream().map(column -> (Object) column.get(row)).toList();
    }

    @Test
    void aFileThatCannotBeReadIsAsNone() throws IOException {
        Path file = folder.resolve("coursework.json");
        Files.writeString(file, "{\"tiled\": [");
        Attempts attempts = Attempts.in(file);
        Verdict half = verdict(0.5, FaultKind.VALUES, Double.NaN);
        assertEquals(0, attempts.table(half).get(0, 4));
        attempts.add(half, Double.NaN, Double.NaN);
        assertEquals(1, attempts.table(half).get(0, 4));
        assertEquals(
                List.of("task", "points", "of", "missing", "tries"),
                attempts.table(half, half).columnNames());
    }
}
