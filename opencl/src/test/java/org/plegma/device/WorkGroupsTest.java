package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.source.ResourceUsage;

class WorkGroupsTest {
    private static final long[] MOST = {1024, 1024, 64};

    @Test
    void prefersTheWidthOfTheDevice() {
        assertArrayEquals(new long[] {256}, WorkGroups.automatic(new long[] {1 << 20}, 32, 1024, MOST));
        assertArrayEquals(new long[] {160}, WorkGroups.automatic(new long[] {480}, 32, 256, MOST));
        assertArrayEquals(new long[] {250}, WorkGroups.automatic(new long[] {1000}, 32, 256, MOST));
        assertArrayEquals(new long[] {1}, WorkGroups.automatic(new long[] {1009}, 32, 256, MOST));
        assertArrayEquals(new long[] {64, 4}, WorkGroups.automatic(new long[] {64, 100}, 32, 256, MOST));
        assertArrayEquals(new long[] {3, 5, 16}, WorkGroups.automatic(new long[] {3, 5, 16}, 32, 256, MOST));
    }

    @Test
    void aRequiredSizeMayBeAboveWhatTheDriverReports() {
        Device device = Devices.preferred();
        long[] global = {8};
        long[] local = {4};
        assertArrayEquals(local, WorkGroups.choose(device, "k", atMostTwo(List.of(4L, 1L, 1L)), global, new long[0]));
        assertThrows(
                LaunchLimitException.class, () -> WorkGroups.choose(device, "k", atMostTwo(List.of()), global, local));
    }

    private static ResourceUsage atMostTwo(List<Long> required) {
        return new ResourceUsage(2, 1, required, 0, 0, OptionalInt.empty(), OptionalInt.empty());
    }

    @Property
    void alwaysDividesAndFits(
            @ForAll @Size(min = 1, max = 3) long @LongRange(min = 1, max = 100_000) [] global,
            @ForAll @LongRange(min = 1, max = 64) long multiple,
            @ForAll @LongRange(min = 1, max = 2048) long most) {
        long[] local = WorkGroups.automatic(global, multiple, most, MOST);
        assertEquals(global.length, local.length);
        for (int i = 0; i < local.length; i++) {
            assertEquals(0, global[i] % local[i], Arrays.toString(local));
            assertTrue(local[i] >= 1 && local[i] <= MOST[i], Arrays.toString(local));
        }
        assertTrue(Arrays.stream(local).reduce(1, (a, b) -> a * b) <= most, Arrays.toString(local));
    }

    @Property
    void roundingUpGivesTheNextMultiple(
            @ForAll @LongRange(min = 0, max = 1L << 40) long size,
            @ForAll @LongRange(min = 1, max = 4096) long multiple) {
        long rounded = Kernel.roundUp(size, multiple);
        assertEquals(0, rounded % multiple);
        assertTrue(rounded >= size && rounded - size < multiple);
    }
}
