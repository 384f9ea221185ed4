package org.plegma.kernel.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
                "String s = \"\"\"text\"\"\"; ~ after its \"\"\"",
                "int n = len(a); ~ a.length of an array",
                "int p = 2**3; ~ Math.pow(2, 3)",
                "elif a: ~ else if"
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
                "char c = '#' + 'x'y;"
            })
    void javaHasNone(String line) {
        assertEquals(Optional.empty(), PythonHabits.cure(line));
    }

    @Test
    void aNameIsDeclaredWhereItIsAssigned() {
        assertEquals(Optional.of("Declare it: var x = …;"), PythonHabits.declaration("  x = 5", "x"));
        assertEquals(Optional.empty(), PythonHabits.declaration("x == 5", "x"));
        assertEquals(Optional.empty(), PythonHabits.declaration("y = x", "x"));
    }
}
