package org.plegma.magics.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellParserTest {
    private static final Set<String> KNOWN = Set.of("time", "devices", "opencl");

    private static List<Part> parse(String cell) {
        return CellParser.parse(cell, KNOWN::contains, "flag"::equals);
    }

    private static boolean hasMagic(String cell) {
        return parse(cell).stream().anyMatch(Part::isMagic);
    }

    @Test
    void aCellMagicTakesTheRestOfTheCell() {
        Part part =
                parse("%%opencl -DTILE=16 --show\nkernel void f() {}\n%time\n").get(0);
        assertEquals(Part.Kind.CELL, part.kind());
        assertEquals("opencl", part.name());
        assertEquals(" -DTILE=16 --show", part.arguments());
        assertEquals("kernel void f() {}\n%time\n", part.body());
        assertEquals(2, part.bodyLine());
    }

    @Test
    void blankAndOptionLinesMayStandBeforeACellMagic() {
        List<Part> parts = parse("\n//| label: a\n  \n%%opencl\nbody");
        assertEquals(1, parts.size());
        assertEquals(4, parts.get(0).line());
        assertEquals(5, parts.get(0).bodyLine());
        assertEquals("body", parts.get(0).body());
    }

    @Test
    void aCellMagicWithoutBodyHasAnEmptyOne() {
        assertEquals("", parse("%%time").get(0).body());
        assertEquals("", parse("%%time\n").get(0).body());
    }

    @Test
    void lineMagicsAndJavaAlternate() {
        List<Part> parts = parse("int a = 1;\n%time a\n  %devices\nint b = 2;\nb");
        assertEquals(
                List.of("1 JAVA int a = 1;\n", "2 LINE %time a", "3 LINE %devices", "4 JAVA int b = 2;\nb"),
                parts.stream()
                        .map(part -> part.line() + " " + part.kind() + " " + part.text())
                        .toList());
    }

    @Test
    void carriageReturnsEndLinesToo() {
        Part part = parse("int a = 1;\r\n%time a\r\n").get(1);
        assertEquals(" a", part.arguments());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int r = a\n % b;",
                "int r = a\n %b;",
                "int r = a\n  %time;",
                "int r = a\n  %time\n  ;",
                "int r = a\n  %time + 1;",
                "int r = a\n  %time.x;",
                "int r = (a\n %time b",
                "int r = a *\n%time b",
                "String s = \"\"\"\n%time\n\"\"\";",
                "String s = \"\"\"\n\\\"\"\"\n%time\n\"\"\";",
                "/*\n%time\n*/",
                "/* a */ /* b\n%time */",
                "// %time\nint a;",
                "String s = \"%time\";",
                "double d = 5 %time;",
                "return\n%time",
                "void f() {\n  %nothing\n}",
                "String s = \"a // \" + /* \" */ (1\n%time x",
                "char c = '\"'; int a = (\n%time x",
            })
    void wherePercentIsJavaNoMagicIsSeen(String cell) {
        assertFalse(hasMagic(cell), cell);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%time",
                "  %time x",
                "f();\n%unknown",
                "f()\n%time g()",
                "f()\n%devices",
                "f()\n%devices\ng()",
                "f()\n%devices --all",
                "int i = 1; i++\n%devices",
                "String s = \"\"\"\n%time\n\"\"\"\n%devices",
                "char c = '\"';\n%time",
                "char c = '\\'';\n%time",
                "String s = \"\\\\\";\n%time",
                "/* a */\n%time",
                "int a; // see /*\n%time",
                "class A {}\n%time",
                "String s = \"not closed\n%time x",
            })
    void whereAStatementMayBeginPercentIsAMagic(String cell) {
        assertTrue(hasMagic(cell), cell);
    }

    @Test
    void aMagicInsideABlockIsAFault() {
        Part part = parse("for (;;) {\n  %time f();\n}").stream()
                .filter(Part::isMagic)
                .findFirst()
                .orElseThrow();
        assertTrue(part.fault().contains("block"), part.fault());
    }

    @Test
    void aCellMagicBelowTheTopIsAFault() {
        List<Part> parts = parse("int a;\n%%time\na");
        assertTrue(parts.get(1).fault().contains("first line"), parts.get(1).fault());
        assertNull(parse("%%time\na").get(0).fault());
    }

    @Test
    void aPercentAloneIsAMagicWithoutName() {
        assertEquals("", parse("int a;\n%").get(1).name());
        assertEquals("", parse("%%").get(0).name());
    }

    @Provide
    Arbitrary<String> cells() {
        return Arbitraries.of(
                        "int a = 1;",
                        "%time a",
                        "%%opencl -x",
                        "a",
                        "% b",
                        "\"\"\"",
                        "/*",
                        "*/",
                        "//| x",
                        "",
                        "{",
                        "}",
                        "(",
                        ")",
                        "%",
                        "\"%time",
                        "'",
                        "\\",
                        "f()\r",
                        "  %devices",
                        "\uD83D\uDE00")
                .list()
                .ofMaxSize(8)
                .map(lines -> String.join("\n", lines));
    }

    @Property
    void partsCoverTheCellInOrderAndOnlyLineEndsLieBetween(@ForAll("cells") String cell) {
        int end = 0;
        for (Part part : parse(cell)) {
            assertTrue(part.start() >= end, cell);
            if (part.kind() != Part.Kind.CELL) {
                assertTrue(cell.substring(end, part.start()).isBlank(), cell);
            }
            int line = (int) cell.substring(0, part.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    + 1;
            assertEquals(line, part.line(), cell);
            assertTrue(part.argumentsStart() <= part.argumentsEnd() && part.argumentsEnd() <= part.end());
            end = part.end();
        }
        assertTrue(cell.substring(end).isBlank(), cell);
    }

    @Property
    void aSemicolonLineBeforeMakesAnyNameAMagic(@ForAll("names") String name) {
        Part part = parse("int a = 1;\n%" + name + " x").get(1);
        assertEquals(name, part.name());
        assertEquals(" x", part.arguments());
        assertNotNull(part.tokens());
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('_')
                .ofMinLength(1)
                .ofMaxLength(12);
    }

    @Property
    void javaWithoutSignsIsOnePart(@ForAll("plain") String cell) {
        assertEquals(cell, parse(cell).stream().map(Part::text).collect(Collectors.joining()));
    }

    @Provide
    Arbitrary<String> plain() {
        return Arbitraries.strings().ascii().ofMaxLength(60).map(text -> text.replace('%', '+')
                .replace('!', '-'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!ls",
                "!ls -la | wc -l",
                "  !make && ./program",
                "int a = 1;\n!echo $HOME\na",
                "a\n!pwd",
                "!./run.sh x",
                "!FOO=1 env",
                "!git status"
            })
    void aLineWithAnExclamationMarkIsACommand(String cell) {
        Part command = parse(cell).stream().filter(Part::isMagic).findFirst().orElseThrow();
        assertEquals("system", command.name());
        assertTrue(command.isCommand());
        assertNull(command.fault());
        assertTrue(cell.contains("!" + command.arguments()), command.arguments());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!flag",
                "!flag && other",
                "!true",
                "!(1 > 2)",
                "!!flag",
                "!list.isEmpty()",
                "boolean done = true;\n!done",
                "boolean[] d = {true}; int k = 0;\n!d[0]",
                "boolean b = 1\n!= 2;",
                "f(\n!ls\n)",
                "if (true) {\n!ls\n}",
                "boolean x =\n!ls",
                "String s = \"\"\"\n!ls\n\"\"\";",
                "/*\n!ls\n*/"
            })
    void aNegationOfJavaIsNone(String cell) {
        assertFalse(hasMagic(cell), cell);
    }
}
