package org.plegma.magics.session;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %reset}: an empty notebook. */
@Command(
        name = "reset",
        description =
                "Forgets all variables, methods, classes and imports that cells declared. Devices, folder and history stay.")
public final class ResetMagic implements Magic {

    @Option(names = "-f", description = "Does it; without this it only says what would be forgotten.")
    private boolean force;

    @Override
    public String example() {
        return "int n = 3;\n%reset -f";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        int variables = WhoMagic.variables(call, List.of()).size();
        if (!force) {
            call.host()
                    .out()
                    .println("%reset -f forgets " + Numbers.counted(variables, "variable")
                            + " and all methods, classes and imports. Nothing is forgotten yet.");
            return null;
        }
        call.host().reset();
        call.host()
                .out()
                .println("Forgot " + Numbers.counted(variables, "variable")
                        + " and all methods, classes and imports of cells.");
        return null;
    }
}
