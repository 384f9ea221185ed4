package org.plegma.tune.space;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpaceTest {
    private enum Method {
        DIRECT,
        TILED
    }

    private static final Parameter<Integer> TILE = Parameter.ints("TILE", 8, 16, 32);
    private static final Parameter<Boolean> PAD = Parameter.flag("PAD");
    private static final Parameter<String> TYPE = Parameter.words("TYPE", "float", "float4");
    private static final Parameter<Method> METHOD = Parameter.choice("METHOD", Method.class);
    private static final Space SPACE = Space.of(TILE, PAD, TYPE, METHOD);

    @Test
    void valuesHaveTheTypesOfTheirParameters() {
        Configuration c = SPACE.configuration("TILE", 16, "PAD", true, "TYPE", "float4", "METHOD", Method.TILED);
        int tile = c.get(TILE);
        boolean pad = c.get(PAD);
        Method method = c.get(METHOD);
        assertEquals(16, tile);
        assertTrue(pad);
        assertEquals("float4", c.get(TYPE));
        assertEquals(Method.TILED, method);
        assertEquals(1, c.integer("PAD"));
        assertArrayEquals(new String[] {"-DTILE=16", "-DPAD=1", "-DTYPE=float4", "-DMETHOD=TILED"}, c.options());
        assertEquals("TILE=16 PAD=1 TYPE=float4 METHOD=TILED", c.toString());
    }

    @Test
    void aConfigurationOutsideTheSpaceIsRefusedWithTheReason() {
        Space space = Space.of(TILE, PAD).where("32 is padded", c -> c.get(TILE) < 32 || c.get(PAD));
        assertEquals(
                "TILE=64 is not in this space: TILE in {8, 16, 32}.",
                assertThrows(IllegalArgumentException.class, () -> space.configuration("TILE", 64, "PAD", true))
                        .getMessage());
        assertEquals(
                "TILE=32 PAD=0 breaks the constraint '32 is padded'.",
                assertThrows(IllegalArgumentException.class, () -> space.configuration("TILE", 32, "PAD", false))
                        .getMessage());
        assertEquals(
                "No parameter is called WIDTH: there are [TILE, PAD].",
                assertThrows(IllegalArgumentException.class, () -> space.configuration("TILE", 8, "WIDTH", 2))
                        .getMessage());
        assertEquals(
                "A configuration of this space needs a value for each of [TILE, PAD], got {TILE=8}.",
                assertThrows(IllegalArgumentException.class, () -> space.configuration("TILE", 8))
                        .getMessage());
        assertEquals(
                "No parameter is called WIDTH: there are [TILE, PAD].",
                assertThrows(IllegalArgumentException.class, () -> space.configuration("TILE", 8, "PAD", true)
                                .get("WIDTH"))
                        .getMessage());
    }

    @Test
    void badParametersAreRefusedWhenTheyAreDeclared() {
        assertThrows(IllegalArgumentException.class, () -> Parameter.ints("TILE SIZE", 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.ints("TILE"));
        assertThrows(IllegalArgumentException.class, () -> Parameter.ints("TILE", 8, 8));
        assertThrows(IllegalArgumentException.class, () -> Space.of(TILE, Parameter.flag("TILE")));
        assertThrows(
                IllegalArgumentException.class,
                () -> Space.of(TILE).where("a", c -> true).where("a", c -> true));
    }

    @Test
    void parametersAndConstraintsCanBeWrittenOnALine() {
        Space space = Space.of(
                        Parameter.of("TILE=8, 16,32"), Parameter.of("UNROLL=1..3,8"), Parameter.of("T=int,uint4"))
                .require("TILE % UNROLL == 0");
        assertEquals(
                "TILE in {8, 16, 32}, UNROLL in {1, 2, 3, 8}, T in {int, uint4}; TILE % UNROLL == 0", space.toString());
        assertEquals(
                Optional.of("TILE % UNROLL == 0"),
                space.violated(space.read(Map.of("TILE", "8", "UNROLL", "3", "T", "int"))
                        .orElseThrow()));
        assertEquals(
                "TILE=32 UNROLL=8 T=uint4",
                space.configuration("TILE", 32, "UNROLL", 8, "T", "uint4").toString());
        for (String wrong : new String[] {"TILE", "=8", "TILE=", "TILE=8,8", "TILE=3..1", "TILE=99999999999", "2X=1"}) {
            assertThrows(IllegalArgumentException.class, () -> Parameter.of(wrong), wrong);
        }
        assertThrows(IllegalArgumentException.class, () -> Space.of(TILE).require("TILE < WIDTH"));
    }

    @Test
    void aConstraintThatThrowsIsNamed() {
        Space space = Space.of(Parameter.ints("N", 0, 1)).where("divides 12", c -> 12 % c.integer("N") == 0);
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> space.violated(space.all().findFirst().orElseThrow()));
        assertTrue(e.getMessage().startsWith("The constraint 'divides 12' fails at N=0"), e::getMessage);
    }

    @Test
    void hugeSpacesDoNotOverflow() {
        Parameter<?>[] many = new Parameter<?>[80];
        for (int i = 0; i < many.length; i++) {
            many[i] = Parameter.flag("P" + i);
        }
        assertEquals(Long.MAX_VALUE, Space.of(many).combinations());
    }

    @Property
    void everyCombinationOccursOnceAndReadsBackFromItsText(
            @ForAll @IntRange(min = 1, max = 5) int a, @ForAll @IntRange(min = 1, max = 4) int b) {
        Space space = Space.of(
                Parameter.ints("A", IntStream.range(0, a).toArray()),
                Parameter.ints("B", IntStream.range(0, b).toArray()),
                METHOD);
        List<Configuration> all = space.all().toList();
        assertEquals(2L * a * b, all.size());
        assertEquals(space.combinations(), all.size());
        assertEquals(all.size(), new HashSet<>(all).size());
        for (Configuration c : all) {
            assertEquals(Optional.of(c), space.read(c.macros()));
        }
    }

    @Property
    void neighboursDifferInExactlyOneParameter(@ForAll @IntRange(min = 0, max = 23) int index) {
        Configuration centre = SPACE.all().skip(index).findFirst().orElseThrow();
        Set<Configuration> around = new HashSet<>(SPACE.neighbours(centre));
        for (Configuration c : SPACE.all().toList()) {
            long differing = c.values().entrySet().stream()
                    .filter(e -> !e.getValue().equals(centre.get(e.getKey())))
                    .count();
            assertEquals(differing == 1, around.contains(c), c + " around " + centre);
        }
    }

    @Test
    void aSpaceCanHoldAConfigurationBesideItsCombinations() {
        Space space = Space.of(TILE, PAD);
        Configuration usual = space.configuration("TILE", 8, "PAD", true);
        assertEquals(6, space.include(usual).combinations());
        Configuration extra = new Configuration(space.parameters(), new Object[] {4, false});
        Space more = space.include(extra);
        assertEquals(7, more.combinations());
        assertEquals(extra, more.all().skip(6).findFirst().orElseThrow());
        assertEquals(Optional.of(extra), more.read(extra.macros()));
        assertEquals(4, more.neighbours(extra).size());
        assertEquals(Optional.of("TILE > 4"), more.require("TILE > 4").violated(extra));
    }

    @Test
    void textOfAnotherSpaceIsNotRead() {
        assertTrue(SPACE.read(Map.of("TILE", "8")).isEmpty());
        assertTrue(Space.of(TILE).read(Map.of("TILE", "9")).isEmpty());
        assertFalse(Space.of(TILE).read(Map.of("TILE", "8")).isEmpty());
    }
}
