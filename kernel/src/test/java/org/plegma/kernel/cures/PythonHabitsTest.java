package org.plegma.kernel.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonHabitsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "print x ~ System.out.println(x)",
                "print(\"x\") ~ System.out.println(x)",
                "def f(x): ~ double f(double x) {",
                "for x in range(10): ~ for (int x = 0; x < 10; x++)",
                "for k in range(2, n): ~ for (int k = 2; k < n; k++)",
                "for x in xs: ~ for (var x : xs)",
                "import numpy as np ~ Grid",
                "import matplotlib.pyplot as plt ~ renames no imports",
                "from math import sin ~ names its class whole",
                "boolean b = True; ~ true",
                "boolean b = False; ~ false",
                "Object o = None; ~ null",
                "if (a and b) { } ~ &&",
                "if (a or b) { } ~ ||",
                "if (not a) { } ~ !",
                "if a > 3: ~ if (…) { … }",
                "else: ~ { … }",
                "String s = f\"{x}\"; ~ String.format",
                "var f = lambda x: x + 1; ~ x -> …",
                "int a = 3; # three ~ //",
                "# if that is so ~ //",
                "#define N 5 ~ %%opencl",
                "var t = %timeit f() ~ --into NAME",
                "files = !ls /tmp ~ Files.list(Path.of(…))",
                "#include \"a.cl\" ~ %%opencl",
                "String s = \"\"\"text\"\"\"; ~ after its \"\"\"",
                "int n = len(a); ~ a.length of an array",
                "int p = 2**3; ~ Math.pow(2, 3)",
                "elif a: ~ else if",
                "x = [1, 2, 3] ~ List.of(1, 2, 3)",
                "f([1, 2]) ~ List.of(1, 2, 3)",
                "[1, 2] ~ List.of(1, 2, 3)",
                "y = [i * i for i in range(3)] ~ IntStream.range(0, n)",
                "m = {\"a\": 1} ~ Map.of(\"a\", 1",
                "u[1:2] ~ Arrays.copyOfRange",
                "a, b = 1, 2 ~ a = …; b = …;",
                "n = int(\"4\") ~ Integer.parseInt",
                "if x is None: ~ if (…) { … }",
                "x is None ~ a.equals(b)",
                "x is not y ~ !a.equals(b)",
                "if True: f(1) ~ if (…) { … }",
                "with open(\"a\") as f: ~ try (var f = …) { … }",
                "except ValueError as e: ~ catch (Exception e)",
                "class A(B): ~ class A { … }",
                "pass ~ { } does nothing",
                "del s ~ %reset"
            })
    void pythonHasItsJava(String line, String part) {
        String cure = PythonHabits.cure(line).orElse("none");
        assertEquals(true, cure.contains(part), line + ": " + cure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int x = \"and or not\";",
                "int x = \"# \\\" # True\";",
                "for (int i = 0; i < n; i++) { }",
                "for (var x : xs) {",
                "import java.util.List",
                "lenient(a);",
                "printer.run(x);",
                "int[] x = a * *b;",
                "else {",
                "String s = \"\"\"",
                "char c = '#' + 'x'y;",
                "int[] x = {1, 2, 3}",
                "x[a ? 1 : 2] = 4",
                "int a, b = 1, 2;",
                "case 1: f();",
                "while (a) b ? c : d;",
                "Object o = (int) (x);",
                "set.is(a)",
                "boolean b = !flag && c",
                "int r = a %b",
                "float[] a = new float[n]"
            })
    void javaHasNone(String line) {
        assertEquals(Optional.empty(), PythonHabits.cure(line));
    }

    @Test
    void aNameThatOtherLanguagesKnowHasItsJava() {
        assertEquals(Optional.of("It is Math.abs(…)."), ForeignNames.cure("abs"));
        assertEquals(
                Optional.of("The length is x.length of an array, x.length() of a string, x.size() of a list."),
                ForeignNames.cure("len"));
        for (String name : List.of("val", "let", "auto", "println", "printf", "render", "exit", "quit")) {
            assertTrue(ForeignNames.cure(name).isPresent(), name);
        }
        assertEquals(Optional.empty(), ForeignNames.cure("grid"));
    }

    @Test
    void aNameIsDeclaredWhereItIsAssigned() {
        assertEquals(Optional.of("Declare it: var x = …;"), PythonHabits.declaration("  x = 5", "x"));
        assertEquals(Optional.empty(), PythonHabits.declaration("x == 5", "x"));
        assertEquals(Optional.empty(), PythonHabits.declaration("y = x", "x"));
    }
}
