package org.plegma.tune.candidate;

import java.util.Locale;

/** What became of a candidate. Only {@link #OK} has a time that counts. */
public enum Status {
    /** Compiled, verified and timed. */
    OK("correct"),
    /** Compiled, but beyond a limit of the device that only the compiled kernel shows. */
    PRUNED("constraints"),
    /** The compiler refused. */
    COMPILE_ERROR("compile"),
    /** The launch or the run failed. */
    RUN_ERROR("runtime"),
    /** It ran, but an output was not what it should be. */
    WRONG_RESULT("correctness"),
    /** Compiling or running took longer than its limit and was abandoned. */
    TIMEOUT("timeout");

    private final String t4;

    Status(String t4) {
        this.t4 = t4;
    }

    /** The word of the T4 schema's {@code invalidity}. */
    public String t4() {
        return t4;
    }

    /** For tables and files: {@code ok}, {@code compile error} and so on. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * The status of a name, as {@link #toString} gives it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Status parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }
}
