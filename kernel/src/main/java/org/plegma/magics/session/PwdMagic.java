package org.plegma.magics.session;

import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;

/** {@code %pwd}: the folder. */
@Command(
        name = "pwd",
        description = "Shows the folder of commands and of the magics that read and write files; see %cd.")
public final class PwdMagic implements Magic {

    @Override
    public String example() {
        return "%pwd";
    }

    @Override
    public Object run(MagicCall call) {
        return Surroundings.of(call.notebook()).folder().toString();
    }
}
