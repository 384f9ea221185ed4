package org.plegma.tune.candidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.tune.Synthetic;
import org.plegma.tune.Tuner;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

class PruningTest {
    private static final DeviceModel DEVICE = Synthetic.DEVICE;

    @Test
    void eachLimitOfTheDeviceIsARule() {
        assertEquals(Optional.empty(), DEVICE.violated(Resources.UNKNOWN));
        assertEquals(
                Optional.empty(),
                DEVICE.violated(Resources.workGroup(16, 16).localMemory(32768).registers(255)));
        assertEquals(Optional.of("work-group size"), DEVICE.violated(Resources.workGroup(32, 16)));
        assertEquals(Optional.of("work-items in dimension 0"), DEVICE.violated(Resources.workGroup(512)));
        assertEquals(Optional.of("work-items in dimension 2"), DEVICE.violated(Resources.workGroup(1, 1, 128)));
        assertEquals(Optional.of("work-items in dimension 3"), DEVICE.violated(Resources.workGroup(1, 1, 1, 1)));
        assertEquals(
                Optional.of("local memory"),
                DEVICE.violated(Resources.workGroup(1).localMemory(32769)));
        assertEquals(
                Optional.of("registers of a work-item"),
                DEVICE.violated(Resources.workGroup(1).registers(256)));
        DeviceModel large = new DeviceModel("k", "n", "d", 1024, new long[] {1024}, 1, 255, 65536);
        assertEquals(
                Optional.of("registers of a work-group"),
                large.violated(Resources.workGroup(1024).registers(65)));
        assertThrows(IllegalArgumentException.class, () -> Resources.workGroup(0));
    }

    @Test
    void prunedCombinationsAreCountedByTheFirstRuleTheyBreakAndNeverCompiled() {
        Synthetic tunable = new Synthetic(
                Space.of(Parameter.ints("X", 8, 16, 32, 64), Parameter.ints("Y", 1, 8, 16), Parameter.flag("LOCAL"))
                        .where("Y only with LOCAL", c -> c.integer("Y") == 1 || c.flag("LOCAL")),
                c -> 1);
        tunable.resources = c -> Resources.workGroup(c.integer("X"), c.integer("Y"))
                .localMemory(c.flag("LOCAL") ? 128L * c.integer("X") * c.integer("Y") : 0);
        TuningResult result = Tuner.on(DEVICE).tune(tunable);
        // 24 combinations; 8 have Y > 1 without LOCAL; of the 12 with LOCAL, X*Y > 256 in 32x16, 64x8, 64x16 and
        // 128*X*Y > 32768 in none that is left.
        assertEquals(24, result.pruning().combinations());
        assertEquals(24, result.pruning().examined());
        assertEquals(
                Map.of("Y only with LOCAL", 8L, "device: work-group size", 3L),
                result.pruning().byRule());
        assertEquals(13, result.pruning().admitted());
        assertEquals(
                "11 of 24 combinations ruled out beforehand (8 Y only with LOCAL, 3 device: work-group size)",
                result.pruning().toString());
        assertEquals(13, tunable.compiled.size());
        for (Configuration c : tunable.compiled) {
            assertTrue(tunable.space().violated(c).isEmpty());
            assertTrue(DEVICE.violated(tunable.resources(c)).isEmpty());
        }
    }

    @Test
    void aSpaceTooLargeToListIsPrunedAsItIsExplored() {
        Parameter<?>[] many = new Parameter<?>[30];
        for (int i = 0; i < many.length; i++) {
            many[i] = Parameter.flag("P" + i);
        }
        Synthetic tunable = new Synthetic(
                Space.of(many).where("P0 is set", c -> c.flag("P0")),
                c -> 1
                        + c.values().values().stream()
                                .filter(Boolean.FALSE::equals)
                                .count());
        TuningResult result = Tuner.on(DEVICE).trials(300).tune(tunable);
        assertEquals(300, result.trials().size());
        assertTrue(tunable.compiled.stream().allMatch(c -> c.flag("P0")));
        Pruning pruning = result.pruning();
        assertEquals(1L << 30, pruning.combinations());
        assertTrue(pruning.examined() < 100_000 && pruning.pruned() > 0, pruning::toString);
        assertTrue(pruning.toString().contains(" examined combinations ruled out beforehand ("), pruning::toString);
    }

    @Test
    void aSpaceOfWhichNothingIsLeftSaysSo() {
        Synthetic tunable = new Synthetic(Space.of(Parameter.ints("X", 1, 2)).where("never", c -> false), c -> 1);
        TuningResult result = Tuner.on(DEVICE).tune(tunable);
        assertEquals(List.of(), result.trials());
        assertFalse(result.best().isPresent());
        RuntimeException e = assertThrows(RuntimeException.class, result::winner);
        assertEquals(
                "No configuration of synthetic is valid: none; 2 of 2 combinations ruled out beforehand (2 never)."
                        + " Every configuration breaks a constraint or a limit of the device.",
                e.getMessage());
    }
}
