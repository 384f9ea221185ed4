package org.plegma.magics.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %whos}: the variables with what they hold. */
@Command(
        name = "whos",
        description =
                "Shows the variables of the notebook with type, shape, the place where they are (host or device), bytes and"
                        + " the beginning of the value.")
public final class WhosMagic implements Magic {

    @Parameters(
            arity = "0..*",
            paramLabel = "TYPE",
            completionCandidates = WhoMagic.Types.class,
            description = "Types as they are declared, such as float[] or Grid.")
    private List<String> types = List.of();

    @Override
    public String example() {
        return """
                int n = 3;
                float[][] x = new float[n][4];
                %whos""";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        List<Host.Variable> found = WhoMagic.variables(call, types);
        if (found.isEmpty()) {
            call.host().out().println(WhoMagic.nothing(types));
            return null;
        }
        Sheet sheet = new Sheet(null)
                .text("variable")
                .text("type")
                .text("shape")
                .text("place")
                .number("bytes")
                .text("value");
        for (Host.Variable variable : found) {
            ValueFacts facts =
                    ValueFacts.of(call.host().variable(variable.name()).orElse(null));
            sheet.row(
                    variable.name(),
                    variable.type().replaceAll("(\\w+\\.)+", ""),
                    facts.shape(),
                    facts.place(),
                    facts.bytes() < 0 ? null : Numbers.grouped(facts.bytes()),
                    facts.preview());
        }
        return sheet.bundle();
    }
}
