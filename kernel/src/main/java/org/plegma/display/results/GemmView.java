package org.plegma.display.results;

import java.util.OptionalDouble;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.gemm.GemmExplanation;

/** Why a matrix product is computed as it is: the times of the methods. */
public final class GemmView {
    private GemmView() {}

    public static MimeBundle render(GemmExplanation explanation) {
        Sheet methods = new Sheet(explanation.title())
                .text("method")
                .number("measured")
                .number("GFLOP/s")
                .text("why")
                .text("what it does");
        for (GemmExplanation.Row row : explanation.rows()) {
            methods.row(
                    row.method(),
                    row.measured().isPresent() ? Numbers.seconds(row.measured().getAsDouble()) : null,
                    rate(row.gflops()),
                    row.method().equals(explanation.method()) ? "chosen, " + explanation.why() : "",
                    row.remark());
        }
        return methods.bundle();
    }

    private static String rate(OptionalDouble gflops) {
        return gflops.isPresent() ? Numbers.significant(gflops.getAsDouble(), 3) : null;
    }
}
