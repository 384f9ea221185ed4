package org.plegma.display.results;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.gemm.GemmExplanation;
import org.plegma.gemm.GemmMethods;
import org.plegma.tune.choice.Choice;

/** Why a matrix product is computed as it is: the times of the methods. */
public final class GemmView {
    private GemmView() {}

    /** The methods beside each other, and why one was taken. */
    public static MimeBundle render(GemmExplanation explanation) {
        Sheet methods = new Sheet(explanation.title())
                .text("method")
                .number("predicted")
                .number("measured")
                .number("GFLOP/s")
                .text("why")
                .text("what it does");
        for (Choice.Row<String> row : explanation.rows()) {
            methods.row(
                    row.method(),
                    Numbers.seconds(row.predicted()),
                    Numbers.seconds(row.measured()),
                    rate(explanation.gflops(row)),
                    row.why(),
                    GemmMethods.find(row.method()).description());
        }
        return methods.bundle();
    }

    private static @Nullable String rate(OptionalDouble gflops) {
        return gflops.isPresent() ? Numbers.figure(gflops.getAsDouble()) : null;
    }
}
