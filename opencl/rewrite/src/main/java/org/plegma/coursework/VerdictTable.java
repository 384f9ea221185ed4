package org.plegma.coursework;

import java.util.OptionalLong;
import org.plegma.coursework.KernelExercise.Words;
import org.plegma.coursework.inspection.SourceRules;
import org.plegma.coursework.inspection.SubmissionFault;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Kernel;
import org.plegma.measure.campaign.Figures;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** The table of a verdict, which grows by a row for each size. */
final class VerdictTable {
    private final StringColumn sizes;
    private final StringColumn verdicts = StringColumn.create("verdict");
    private final DoubleColumn rates;
    private final DoubleColumn shares = DoubleColumn.create("% of the roofline");
    private final Kernel kernel;
    private final Judging judging;

    VerdictTable(Words words, Kernel kernel, Judging judging) {
        sizes = StringColumn.create(words.sizes());
        rates = DoubleColumn.create(words.rate());
        this.kernel = kernel;
        this.judging = judging;
    }

    void add(Object size, String verdict) {
        add(size, verdict, Double.NaN, Double.NaN);
    }

    void add(Object size, String verdict, double rate, double share) {
        sizes.append(size.toString());
        verdicts.append(verdict.lines().findFirst().orElse(""));
        rates.append(rate);
        shares.append(share);
    }

    Verdict finish(SubmissionFault fault, double share, double speedup) {
        String caption = judging.simulation().isPresent()
                ? ""
                : " (not simulated: the command oclgrind-kernel is missing, which apt-get install oclgrind brings)";
        Table table = Figures.of(Table.create(kernel.name() + caption, sizes, verdicts, rates, shares));
        Verdict verdict = new Verdict(
                kernel.name(),
                table,
                share,
                fault.kind(),
                fault.text(),
                OptionalLong.of(judging.seed()),
                judging.runner().place(),
                speedup,
                SourceRules.usesLocalMemory(kernel.program().source()),
                fault.picture());
        int last = table.rowCount() - 1;
        judging.attempts()
                .ifPresent(all -> all.add(
                        verdict,
                        last < 0 ? Double.NaN : rates.getDouble(last),
                        last < 0 ? Double.NaN : shares.getDouble(last)));
        return verdict;
    }
}
