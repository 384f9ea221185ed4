package org.plegma.display.results;

import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.display.page.SourceView;
import org.plegma.rewrite.parallel.LoopComparison;
import org.plegma.rewrite.parallel.ParallelLoop;

/** Loops that were made parallel, and what that is worth. */
public final class ParallelViews {
    private ParallelViews() {}

    /** The times of the Java and of its kernels, and whether they agree. */
    public static MimeBundle comparison(LoopComparison comparison) {
        Sheet sheet = new Sheet(comparison.name())
                .text("run by")
                .number("time")
                .number("in kernels")
                .number("speed");
        double speed = comparison.javaSeconds() / comparison.deviceSeconds();
        sheet.row("Java, one thread", Numbers.seconds(comparison.javaSeconds()), null, "1");
        sheet.row(
                comparison.device(),
                Numbers.seconds(comparison.deviceSeconds()),
                Numbers.seconds(comparison.kernelSeconds()),
                Numbers.figure(speed));
        for (LoopComparison.Row row : comparison.rows()) {
            String agreement = !row.first().isEmpty()
                    ? "differs: " + row.variable() + row.first()
                    : row.difference() == 0
                            ? "equal"
                            : "agrees within " + Numbers.significant(row.difference(), 2) + " of the largest";
            sheet.note(row.type() + " " + row.variable() + ", " + Numbers.counted(row.elements(), "number") + ": "
                    + agreement);
        }
        return sheet.bundle();
    }

    /** What became of each loop. */
    public static MimeBundle loop(ParallelLoop loop) {
        return SourceView.of(loop.source()).title(loop.toString()).render();
    }
}
