package org.plegma.magics.session;

import org.jspecify.annotations.Nullable;
import org.plegma.magics.FileCandidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code !command}: a line for the shell. */
@Command(
        name = "system",
        description =
                "Runs a command of the shell and shows what it writes, as it comes. `!COMMAND` is short for it. A status"
                        + " other than 0 is told and does not stop the cell; `%%sh` does stop it.")
public final class SystemMagic implements Magic {

    @Parameters(
            paramLabel = "COMMAND",
            completionCandidates = FileCandidates.class,
            description = "The command, up to the end of the line.")
    private String command;

    @Override
    public boolean takesText() {
        return true;
    }

    @Override
    public String example() {
        return "!echo $HOME";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        int status = ShellCommand.run(
                command,
                Surroundings.of(call.notebook()),
                ShellCommand.to(call.host().out()));
        if (status != 0) {
            call.host().out().println("[the command ended with status " + status + "]");
        }
        return null;
    }
}
