package org.plegma.magics.session;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %xmode}: how much of an error is shown. */
@Command(
        name = "xmode",
        description = "Sets whether errors show their stack trace; without an argument, says which way it is.")
public final class XmodeMagic implements Magic {

    /** What an error shows. */
    enum Mode {
        PLAIN,
        TRACE
    }

    @Parameters(arity = "0..1", paramLabel = "MODE", description = "plain (cause, cure and place) or trace.")
    private @Nullable Mode mode;

    @Override
    public String example() {
        return "%xmode trace";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        if (mode != null) {
            call.host().showStackTraces(mode == Mode.TRACE);
            call.notebook().stackTraces(mode == Mode.TRACE);
        }
        Mode now = call.notebook().stackTraces() ? Mode.TRACE : Mode.PLAIN;
        call.host().out().println("Errors show: " + now.name().toLowerCase(Locale.ROOT));
        return null;
    }
}
