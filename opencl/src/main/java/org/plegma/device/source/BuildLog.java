package org.plegma.device.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.device.errors.Diagnostic;

/** Reads compiler logs: clang's messages, as PoCL, NVIDIA, AMD and Oclgrind print them, and NVIDIA's ptxas statistics. */
public final class BuildLog {
    private static final Pattern MESSAGE = Pattern.compile(
            "^(?:[^\\s:][^:]*:(\\d+):(\\d+):\\s*)?(?:(fatal error|error|warning|note)\\s*:)\\s*(.*)$",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern BARE =
            Pattern.compile("^(fatal error|error|warning|note)\\s*:?\\s*[^\\s:][^:]*:(\\d+):(\\d+)"
                    + "(?:\\s*<Spelling=[^>]*>)?:\\s*(.*)$");

    /** PoCL has macros of the names of OpenCL's functions. */
    private static final Pattern RENAMED = Pattern.compile("\\b_cl_(\\w+)");

    /** NVIDIA's statistics, and a remark of its compiler on every kernel. */
    private static final Pattern NOISE =
            Pattern.compile("^ptxas info|bytes stack frame,|so overriding noinline attribute");

    private BuildLog() {}

    /** The messages with their places, in order and once each: PoCL logs everything twice. */
    public static List<Diagnostic> diagnostics(String log) {
        Set<Diagnostic> found = new LinkedHashSet<>();
        for (String line : log.lines().toList()) {
            Matcher bare = BARE.matcher(line);
            Matcher message = MESSAGE.matcher(line);
            if (bare.matches()) {
                found.add(new Diagnostic(
                        Integer.parseInt(bare.group(2)),
                        Integer.parseInt(bare.group(3)),
                        severity(bare.group(1)),
                        RENAMED.matcher(bare.group(4)).replaceAll("$1")));
            } else if (message.matches()) {
                boolean placed = message.group(1) != null;
                found.add(new Diagnostic(
                        placed ? Integer.parseInt(message.group(1)) : 0,
                        placed ? Integer.parseInt(message.group(2)) : 0,
                        severity(message.group(3)),
                        message.group(4)));
            }
        }
        return List.copyOf(found);
    }

    private static Diagnostic.Severity severity(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.contains("error")
                ? Diagnostic.Severity.ERROR
                : lower.equals("warning") ? Diagnostic.Severity.WARNING : Diagnostic.Severity.NOTE;
    }

    /** The log without what NVIDIA's compiler writes for each kernel. */
    public static String withoutStatistics(String log) {
        StringBuilder kept = new StringBuilder();
        for (String line : log.lines().toList()) {
            boolean noise = NOISE.matcher(line).find();
            if (!noise && !(kept.isEmpty() && line.isBlank())) {
                kept.append(line.stripTrailing()).append('\n');
            }
        }
        return kept.toString().strip();
    }

    /** Registers of a kernel in NVIDIA's log. */
    public static OptionalInt registers(String log, String kernel) {
        return number(log, kernel, "Used (\\d+) registers");
    }

    /** Bytes of spill stores of a kernel in NVIDIA's log. */
    public static OptionalInt spillBytes(String log, String kernel) {
        return number(log, kernel, "(\\d+) bytes spill stores");
    }

    private static OptionalInt number(String log, String kernel, String what) {
        Pattern pattern = Pattern.compile(
                "entry function '" + Pattern.quote(kernel) + "'(?:(?!entry function).)*?" + what, Pattern.DOTALL);
        Matcher matcher = pattern.matcher(log);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
