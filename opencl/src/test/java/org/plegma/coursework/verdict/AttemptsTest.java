package org.plegma.coursework.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class AttemptsTest {
    @TempDir
    Path folder;

    private static Verdict verdict(double share, FaultKind kind, double speedup) {
        return new Verdict(
                "tiled", Table.create("tiled"), share, kind, "so", 1, "a device", speedup, true, Optional.empty());
    }

    @Test
    void theBestAndTheLastAreKept() throws IOException {
        Path file = folder.resolve("new").resolve("coursework.json");
        Attempts attempts = Attempts.in(file);
        assertEquals(0, attempts.table().rowCount());
        attempts.add(verdict(1, FaultKind.NONE, 1.5), 20, 40);
        attempts.add(verdict(1, FaultKind.NONE, 1.25), 30, 60);
        attempts.add(verdict(0, FaultKind.RACE, Double.NaN), Double.NaN, Double.NaN);
        Table table = Attempts.in(file).table();
        assertEquals("tiled", table.get(0, 0));
        assertEquals(3, table.get(0, 1));
        assertEquals(100.0, table.get(0, 2));
        assertEquals("race", table.get(0, 3));
        assertEquals(30.0, table.get(0, 4));
        assertEquals(60.0, table.get(0, 5));
        assertEquals(1.5, table.get(0, 6));
        attempts.clear();
        assertEquals(0, attempts.table().rowCount());
    }

    @Test
    void aFileThatCannotBeReadIsAsNone() throws IOException {
        Path file = folder.resolve("coursework.json");
        Files.writeString(file, "{\"tiled\": [");
        Attempts attempts = Attempts.in(file);
        assertEquals(0, attempts.table().rowCount());
        attempts.add(verdict(0.5, FaultKind.VALUES, Double.NaN), Double.NaN, Double.NaN);
        assertEquals(50.0, attempts.table().get(0, 2));
        assertTrue(attempts.table().doubleColumn("best rate").isMissing(0));
    }
}
