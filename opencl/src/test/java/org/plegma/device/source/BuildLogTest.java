package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.Diagnostic.Severity;

class BuildLogTest {
    @Test
    void readsPoclsMessages() {
        String log =
                """
                error: /home/x/.cache/pocl/kcache/tempfile_yC5nwY.cl:2:10: use of undeclared identifier 'nothere'
                warning: /home/x y/.cache/pocl/kcache/tempfile_yC5nwY.cl:7:1: unused variable: 'a'
                Device pthread-skylake-avx512-AMD EPYC failed to build the program
                error: /home/x/.cache/pocl/kcache/tempfile_yC5nwY.cl:2:10: use of undeclared identifier 'nothere'
                """;
        assertEquals(
                List.of(
                        new Diagnostic(2, 10, Severity.ERROR, "use of undeclared identifier 'nothere'"),
                        new Diagnostic(7, 1, Severity.WARNING, "unused variable: 'a'")),
                BuildLog.diagnostics(log));
    }

    /** Where a name is that of a function, which PoCL renames by a macro. */
    @Test
    void readsPoclsMessagesOnItsOwnFunctions() {
        assertEquals(
                List.of(new Diagnostic(2, 44, Severity.ERROR, "call to 'max' is ambiguous")),
                BuildLog.diagnostics("error: /x/pocl/tempfile_OO.cl:2:44 <Spelling=/lib/x86_64/../../pocl/include/"
                        + "_builtin_renames.h:138:24>: call to '_cl_max' is ambiguous\n"));
    }

    @Test
    void readsClangsMessagesAsNvidiaAndOclgrindPrintThem() {
        String log =
                """
                <kernel>:3:7: error: expected ';' after expression
                    x = 1
                         ^
                         ;
                input.cl:12:1: fatal error: 'missing.h' file not found
                <kernel>:1:2: note: declared here
                2 errors generated.
                """;
        assertEquals(
                List.of(
                        new Diagnostic(3, 7, Severity.ERROR, "expected ';' after expression"),
                        new Diagnostic(12, 1, Severity.ERROR, "'missing.h' file not found"),
                        new Diagnostic(1, 2, Severity.NOTE, "declared here")),
                BuildLog.diagnostics(log));
    }

    @Test
    void keepsMessagesWithoutAPlace() {
        assertEquals(
                List.of(new Diagnostic(0, 0, Severity.ERROR, "linking failed")),
                BuildLog.diagnostics("error: linking failed\n"));
        assertEquals(List.of(), BuildLog.diagnostics("all is well, no error here\n"));
    }

    @Test
    void dropsWhatNvidiaSaysOfEveryKernel() {
        String log =
                "(): Warning: Function k is a kernel, so overriding noinline attribute. The function may be inlined"
                        + " when called.\n";
        assertEquals("", BuildLog.withoutStatistics(log));
    }

    @Test
    void readsNvidiasStatistics() {
        String log =
                """
                ptxas info    : 0 bytes gmem
                ptxas info    : Compiling entry function 'first' for 'sm_90'
                ptxas info    : Function properties for first
                    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
                ptxas info    : Used 12 registers, 380 bytes cmem[0]
                ptxas info    : Compiling entry function 'second' for 'sm_90'
                ptxas info    : Function properties for second
                    48 bytes stack frame, 44 bytes spill stores, 52 bytes spill loads
                ptxas info    : Used 255 registers, used 1 barriers, 2048 bytes smem
                """;
        assertEquals(OptionalInt.of(12), BuildLog.registers(log, "first"));
        assertEquals(OptionalInt.of(0), BuildLog.spillBytes(log, "first"));
        assertEquals(OptionalInt.of(255), BuildLog.registers(log, "second"));
        assertEquals(OptionalInt.of(44), BuildLog.spillBytes(log, "second"));
        assertEquals(OptionalInt.empty(), BuildLog.registers(log, "third"));
        assertEquals("", BuildLog.withoutStatistics("\n" + log));
        assertEquals("<kernel>:1:1: warning: w", BuildLog.withoutStatistics(log + "<kernel>:1:1: warning: w\n"));
    }
}
