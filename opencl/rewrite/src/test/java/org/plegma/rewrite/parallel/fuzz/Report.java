package org.plegma.rewrite.parallel.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of the programs. */
final class Report {
    /**
     * A program that is not what Java makes of it.
     *
     * @param kind what happened, without numbers and names, so that like faults can be counted
     */
    record Failure(String kind, String text) {}

    private static final com.sun.management.OperatingSystemMXBean PROCESS = (com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean();

    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, Integer> reasons = new TreeMap<>();
    private final Map<String, Integer> seen = new TreeMap<>();
    private final Map<String, Long> nanos = new TreeMap<>();
    final List<Failure> failures = new ArrayList<>();

    void count(String what) {
        count(what, 1);
    }

    void count(String what, int more) {
        counts.merge(what, more, Integer::sum);
    }

    /** How often this was asked. */
    int seen(String text) {
        return seen.merge(text, 1, Integer::sum);
    }

    int counted(String what) {
        return counts.getOrDefault(what, 0);
    }

    void refused(String reason) {
        count("refused");
        reasons.merge(reason.replaceAll("'[^']*'", "'…'").replaceAll("\\d+", "0"), 1, Integer::sum);
    }

    /** Processor time: other programs may run beside. */
    static long now() {
        return PROCESS.getProcessCpuTime();
    }

    void time(String what, long since) {
        nanos.merge(what, now() - since, Long::sum);
    }

    /** Counts and processor times in one line. */
    String summary() {
        StringBuilder text = new StringBuilder(counts.toString());
        nanos.forEach((what, time) -> text.append(", " + what + " " + time / 1_000_000 + " ms"));
        return text.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(summary());
        text.append("\nRefused, by reason:\n");
        reasons.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(25)
                .forEach(each -> text.append("  " + each.getValue() + " " + each.getKey() + "\n"));
        return text.toString();
    }

    /** The first line of a refusal that says something. */
    static String reason(RuntimeException e) {
        return Arrays.stream(String.valueOf(e.getMessage()).split("\n"))
                .map(String::strip)
                .filter(line -> line.matches(".*[a-z].*") && !line.contains("^"))
                .findFirst()
                .orElse("");
    }
}
