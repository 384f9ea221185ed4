package org.plegma.measure.progress;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalDouble;

/** One line that is rewritten in place on a terminal and wiped at the end; nothing where there is no terminal. */
final class TerminalReporter implements ProgressReporter {

    private static final int BAR_WIDTH = 24;
    private static final String WIPE_LINE = "\r\u001b[K";

    private final PrintStream terminal;

    TerminalReporter(PrintStream terminal) {
        this.terminal = terminal;
    }

    static ProgressReporter ofStandardError() {
        return System.console() == null ? SILENT : new TerminalReporter(System.err);
    }

    @Override
    public void started(Progress progress) {
        updated(progress);
    }

    @Override
    public void updated(Progress progress) {
        terminal.print(WIPE_LINE + line(progress));
        terminal.flush();
    }

    @Override
    public void finished(Progress progress) {
        terminal.print(WIPE_LINE);
        terminal.flush();
    }

    static String line(Progress progress) {
        StringBuilder line = new StringBuilder(progress.title());
        OptionalDouble fraction = progress.fraction();
        if (fraction.isPresent()) {
            int filled = (int) Math.round(fraction.getAsDouble() * BAR_WIDTH);
            line.append(" [")
                    .append("#".repeat(filled))
                    .append("-".repeat(BAR_WIDTH - filled))
                    .append(']');
        }
        line.append(String.format(Locale.ROOT, " %s  %.3g/s", progress, progress.rate()));
        progress.secondsLeft().ifPresent(s -> line.append("  ").append(clock(s)).append(" left"));
        if (!progress.note().isEmpty()) {
            line.append("  ").append(progress.note());
        }
        return line.toString();
    }

    private static String clock(double seconds) {
        long s = Math.round(seconds);
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
