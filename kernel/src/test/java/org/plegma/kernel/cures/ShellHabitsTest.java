package org.plegma.kernel.cures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellHabitsTest {
    @ParameterizedTest
    @CsvSource({
        "/vars, %whos",
        "/vars x, %whos",
        "/list -all, %history",
        "/save a.jsh, %history -f FILE",
        "/open a.jsh, %run FILE",
        "/reset, %reset -f",
        "/env -class-path a.jar, %classpath",
        "/exit, menu Kernel",
        "/!, run again",
        "/?, %help",
        ":help, %help",
        ":classpath, %maven",
        "@file:DependsOn(\"a:b:1\"), %maven",
        "fun f(x: Int) = x, double f(double x)"
    })
    void aCommandOfAnotherShellHasItsWayHere(String line, String part) {
        String cure = ShellHabits.cure(line).orElse("none");
        assertTrue(cure.contains(part), cure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ vars",
                "/width",
                "a /vars",
                "//vars",
                "/* list",
                "/list.size()",
                "/open(3)",
                ": 3;",
                "function(x)"
            })
    void javaHasNone(String line) {
        assertEquals(Optional.empty(), ShellHabits.cure(line));
    }
}
