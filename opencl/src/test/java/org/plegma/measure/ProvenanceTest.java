package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Device;
import org.plegma.device.Devices;

class ProvenanceTest {

    @Test
    void itNamesWhatRanOnWhat() {
        Device device = Devices.preferred();
        Provenance p = Provenance.capture(List.of(device), 42);
        Duration age = Duration.between(Instant.parse(p.fact("date").orElseThrow()), Instant.now());
        assertTrue(!age.isNegative() && age.toMinutes() < 5);
        assertEquals("42", p.fact("seed").orElseThrow());
        assertEquals(device.name(), p.fact("device.0.name").orElseThrow());
        assertEquals(device.driverVersion(), p.fact("device.0.driver").orElseThrow());
        assertEquals(
                Long.toString(device.maxAllocationBytes()),
                p.fact("device.0.max_allocation_bytes").orElseThrow());
        assertEquals(System.getProperty("java.version"), p.fact("java.version").orElseThrow());
        assertEquals("3.6.1", p.fact("library.commons-math3").orElseThrow());
        assertEquals("0.13.0", p.fact("library.jhdf").orElseThrow());
        assertTrue(p.facts().values().stream().noneMatch(String::isBlank), p::toString);
    }

    @Test
    void itComesBackFromJsonAndIsATable() {
        Provenance p = Provenance.capture(List.of(), 7);
        assertEquals(p, Provenance.parse(p.json()));
        assertEquals(p.facts().size(), p.table().rowCount());
        assertFalse(p.fact("device.0.name").isPresent());
    }
}
