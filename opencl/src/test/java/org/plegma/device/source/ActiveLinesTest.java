package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActiveLinesTest {
    /** The letters of the lines that stay. */
    private static String kept(String source, String... options) {
        return ActiveLines.of(source, List.of(options))
                .lines()
                .filter(line -> line.matches("[a-z]"))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource({
        "#ifdef A, b",
        "#ifdef A // why, b",
        "#ifndef A, a",
        "#if defined(A), b",
        "#if !defined A, a",
        "#if A, b",
        "#if A == 0, a",
        "#ifdef B, a",
        "#  if B, a",
        "#if B == 4, a",
        "#if B != 4, b",
        "#if B == C, a",
        "#if 0, b",
        "#if 1, a",
        "#ifdef D, a",
        "#if D == 1, a",
        "#ifdef __OPENCL_C_VERSION__, ab",
        "#ifdef cl_khr_fp64, ab",
        "#if B > 3, ab",
        "#if A && B, ab",
        "#if 1L, ab",
        "#if defined(__NV_CL_C_VERSION), ab"
    })
    void ofTwoBranchesOneStaysIfItIsPlain(String condition, String kept) {
        String source = condition + "\na\n#else\nb\n#endif\nc\n";
        assertEquals(kept + "c", kept(source, "-DB=4", "-D C=4", "-D", "D"));
    }

    @Test
    void ofMoreBranchesTheFirstThatHolds() {
        String source = "#if T == 1\na\n#elif T == 2\nb\n#elif T > 2\nc\n#elif T == 4\nd\n#else\ne\n#endif";
        assertEquals("a", kept(source, "-DT=1"));
        assertEquals("b", kept(source, "-DT=2"));
        assertEquals("cd", kept(source, "-DT=4"));
        assertEquals("ce", kept(source, "-DT=3"));
    }

    @Test
    void branchesAreWithinOthers() {
        String source = "#ifdef A\n#ifdef B\na\n#else\nb\n#endif\n#else\n#ifdef B\nc\n#else\nd\n#endif\n#endif\ne";
        assertEquals("ae", kept(source, "-DA", "-DB"));
        assertEquals("be", kept(source, "-DA"));
        assertEquals("ce", kept(source, "-DB"));
        assertEquals("de", kept(source));
    }

    @Test
    void definitionsOfTheSourceCountFromThereOn() {
        String asked = "#ifdef A\na\n#else\nb\n#endif\n";
        assertEquals("bab", kept(asked + "#define A 2\n" + asked + "#undef A\n" + asked));
        assertEquals("b", kept("#if 0\n#define A\n#endif\n" + asked), "where it is left out");
        assertEquals("ab", kept("#ifdef __X\n#define A\n#endif\n" + asked), "where it may be");
        assertEquals("ab", kept("#include \"a.h\"\n" + asked), "it may be in the file");
        assertEquals("b", kept("/* #define A */ // #define A\n" + asked));
    }

    @Test
    void whatIsNotClosedOrNotBegunIsLeftToTheCompiler() {
        assertEquals("ab", kept("#else\na\n#endif\n#endif\nb\n#if 0\nc"));
    }
}
