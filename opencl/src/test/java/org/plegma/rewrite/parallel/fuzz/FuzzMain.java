package org.plegma.rewrite.parallel.fuzz;

import org.plegma.device.Session;

/** Runs the fuzzer for long: seed and number of programs as arguments. */
public final class FuzzMain {
    private FuzzMain() {}

    /** Prints failures as they come, and the report. */
    public static void main(String[] arguments) {
        Report report = new Report();
        try (Session session = Session.open()) {
            Fuzzer fuzzer = new Fuzzer(
                    session,
                    Long.parseLong(arguments[0]),
                    report,
                    failure -> System.out.println("\n=== " + failure.text()));
            int most = Integer.parseInt(arguments[1]);
            while (report.counted("programs") < most) {
                fuzzer.run(report.counted("programs") + 1);
                System.out.println(report.summary());
            }
        }
        System.out.println(report);
    }
}
