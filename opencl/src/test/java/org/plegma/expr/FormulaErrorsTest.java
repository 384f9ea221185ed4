package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.testing.Golden;

/**
 * Every way to get a formula wrong, with the whole text that the user reads, in {@code errors.txt}. After a wanted
 * change rewrite that file with {@code -Dplegma.golden=rewrite} and read the difference.
 */
class FormulaErrorsTest {
    private static final Path FILE = Path.of("src/test/resources/org/plegma/expr/errors.txt");
    private static final StringBuilder WRITTEN = new StringBuilder();

    record Case(String name, String source, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A case is a line {@code === name}, the source, a line {@code ---} and the message. */
    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        try {
            for (String block : Files.readString(FILE).split("(?m)^=== ")) {
                if (!block.isBlank()) {
                    int nameEnd = block.indexOf('\n');
                    String[] parts = block.substring(nameEnd + 1).split("(?m)^---\n", 2);
                    cases.add(new Case(
                            block.substring(0, nameEnd), parts[0], parts.length == 1 ? "" : parts[1].stripTrailing()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void showsWhereWhatAndTheCure(Case wrong) {
        String message = assertThrows(FormulaException.class, () -> StencilSpec.parse(wrong.source()), wrong.source())
                .getMessage();
        if (Golden.REWRITES) {
            WRITTEN.append("=== ").append(wrong.name()).append('\n').append(wrong.source());
            WRITTEN.append("---\n").append(message).append("\n\n");
        } else {
            assertEquals(wrong.expected(), message);
        }
    }

    @AfterAll
    static void rewrite() throws IOException {
        if (Golden.REWRITES) {
            Files.writeString(FILE, WRITTEN, StandardCharsets.UTF_8);
        }
    }

    @Test
    void deepNestingIsRefusedBeforeTheStackOverflows() {
        for (String open : new String[] {"(", "- ", "!", "u^", "sqrt(", "u[x+", "u > 0 ? u : "}) {
            String source = "u[x] = " + open.repeat(100_000) + "u";
            String message = assertThrows(FormulaException.class, () -> StencilSpec.parse(source))
                    .getMessage();
            assertTrue(message.contains("The expression is nested deeper than 200 levels."), open);
        }
    }

    @Test
    void aChainOfDefinitionsMayNotOverflowTheStackEither() {
        StringBuilder source = new StringBuilder("u[x] = d20000\nd0 = u\n");
        for (int i = 1; i <= 20_000; i++) {
            source.append("d_").append(i).append(" = d_").append(i - 1).append(" + 1\n");
        }
        String chain = source.toString().replace("d20000", "d_20000").replace("d0 ", "d_0 ");
        String message = assertThrows(FormulaException.class, () -> StencilSpec.parse(chain))
                .getMessage();
        assertTrue(message.contains("Definitions are nested deeper than 100 levels."), message);
    }

    @Test
    void aLongLineIsShownInPart() {
        String message = assertThrows(
                        FormulaException.class,
                        () -> StencilSpec.parse("u[x] = " + "u + ".repeat(100) + "v + u".repeat(20)))
                .getMessage();
        String[] lines = message.split("\n");
        assertTrue(lines[1].length() < 130 && lines[1].contains("…"), message);
        assertEquals('v', lines[1].charAt(lines[2].indexOf('^')), message);
    }

    @Test
    void problemsCarryTheirPlace() {
        FormulaException e = assertThrows(
                FormulaException.class, () -> StencilSpec.parse("param a\nu[x] = u\n  + b\nv[x] = a*c + u\n"));
        assertEquals(1, e.problems().size(), e.getMessage());
        e = assertThrows(FormulaException.class, () -> StencilSpec.parse("param a\nu[x] = u + b\nv[x] = a*c + u\n"));
        assertEquals(
                List.of(
                        new FormulaException.Problem(
                                2,
                                12,
                                "u[x] = u + b",
                                11,
                                1,
                                "Unknown name 'b'.",
                                "Declare it: 'param b', or 'field b'."),
                        new FormulaException.Problem(
                                3,
                                10,
                                "v[x] = a*c + u",
                                9,
                                1,
                                "Unknown name 'c'.",
                                "Declare it: 'param c', or 'field c'.")),
                e.problems());
    }

    @Test
    void theSpacingOptionIsCheckedToo() {
        FormulaOptions options = FormulaOptions.standard().spacing("2*hh");
        assertEquals(
                """
                column 3: Unknown name 'hh' (in the option spacing).
                  2*hh
                    ^^
                Did you mean 'h'? Otherwise declare it: 'param hh', or 'field hh'.""",
                assertThrows(FormulaException.class, () -> StencilSpec.parse("param h\nu[x] = lap(u)", options))
                        .getMessage());
        FormulaOptions wrongAxis = FormulaOptions.standard().spacing("q", "2");
        String message = assertThrows(FormulaException.class, () -> StencilSpec.parse("u[x] = lap(u)", wrongAxis))
                .getMessage();
        assertTrue(message.contains("The option spacing names 'q', which is not an axis of this formula."), message);
    }
}
