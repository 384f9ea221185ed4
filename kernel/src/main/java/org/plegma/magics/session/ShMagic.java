package org.plegma.magics.session;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code %%sh}: a cell for the shell. */
@Command(
        name = "sh",
        description =
                "Runs the cell by the shell and shows what it writes, as it comes. A status other than 0 is an error. An"
                        + " interrupt ends the command and its children. What is to go on in the background must write to a file:"
                        + " `COMMAND > FILE 2>&1 &`.")
public final class ShMagic implements Magic {

    @Option(
            names = "--out",
            paramLabel = "NAME",
            description = "Puts the output into this String variable; shows nothing.")
    private @Nullable String out;

    @Option(names = "--may-fail", description = "Takes any exit status and says which it was.")
    private boolean mayFail;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.of(Kind.CELL);
    }

    @Override
    public boolean bodyIsShell() {
        return true;
    }

    @Override
    public String example() {
        return """
                %%sh
                for i in 1 2 3; do
                    echo line $i
                done""";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        StringBuffer kept = new StringBuffer();
        int status = ShellCommand.run(
                call.body(),
                Surroundings.of(call.notebook()),
                out == null ? ShellCommand.to(call.host().out()) : kept::append);
        if (out != null) {
            call.host().bind(out, "String", kept.toString());
        }
        if (status != 0 && !mayFail) {
            throw call.error("The command ended with status " + status
                    + ". What it wrote above may say why; --may-fail takes any status.");
        }
        if (status != 0) {
            call.host().out().println("[the command ended with status " + status + "]");
        }
        return null;
    }
}
