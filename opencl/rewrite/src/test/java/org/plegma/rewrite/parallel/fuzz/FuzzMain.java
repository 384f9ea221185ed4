package org.plegma.rewrite.parallel.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plegma.device.Session;

/** Runs the fuzzer: seed and number of programs as arguments. It fails for wrong programs, and if it saw too little. */
public final class FuzzMain {
    private FuzzMain() {}

    /** Prints failures as they come, and the report. */
    public static void main(String[] arguments) throws IOException {
        // PoCL's compiler takes Java's signals otherwise, and Java's own division by zero then passed unseen.
        if (!Files.readString(Path.of("/proc/self/maps")).contains("libjsig")) {
            throw new IllegalStateException("Set LD_PRELOAD to libjsig.so of Java, as ./plegma does.");
        }
        Report report = new Report();
        try (Session session = Session.open();
                StepWatch watch = new StepWatch()) {
            Fuzzer fuzzer = new Fuzzer(
                    session,
                    Long.parseLong(arguments[0]),
                    report,
                    failure -> System.out.println("\n=== " + failure.text()),
                    watch);
            int most = Integer.parseInt(arguments[1]);
            while (report.counted("programs") < most) {
                fuzzer.run(report.counted("programs") + 1);
                System.out.println(report.summary());
            }
            require(session.memoryInUse() == 0, "memory is left on the device", report);
        }
        System.out.println(report);
        require(report.counted("wrong") == 0, "programs are wrong", report);
        int drawn = report.counted("programs");
        // not vacuous
        require(report.counted("right in parallel") > 0.6 * drawn, "few are right in parallel", report);
        require(report.counted("plain form") > 0.3 * drawn, "few are of plain form", report);
        require(report.counted("checked form") > 0.1 * drawn, "few are of checked form", report);
        require(
                report.counted("runs compared") > 3 * report.counted("right in parallel"),
                "few runs are compared",
                report);
        require(report.counted("runs that throw") > 0.004 * drawn, "few runs throw", report);
        require(report.counted("other iteration's exception") < 0.002 * drawn + 2, "exceptions are others", report);
        require(report.counted("no Java") < 0.02 * drawn, "many are no Java", report);
    }

    private static void require(boolean holds, String otherwise, Report report) {
        if (!holds) {
            throw new AssertionError(otherwise + ": " + report.summary());
        }
    }
}
