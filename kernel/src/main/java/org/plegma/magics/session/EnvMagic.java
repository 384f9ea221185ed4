package org.plegma.magics.session;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Sheet;
import org.plegma.magics.Candidates;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import org.plegma.magics.Surroundings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %env}: variables of the environment. */
@Command(
        name = "env",
        description =
                "Shows the variables of the environment, one of them, or sets one for the commands of this notebook."
                        + " System.getenv() keeps what the kernel was started with.")
public final class EnvMagic implements Magic {

    /** The variables that there are. */
    static final class Names extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return List.copyOf(Surroundings.of(request.notebook()).environment().keySet());
        }
    }

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME[=VALUE]",
            completionCandidates = Names.class,
            description = "The variable; with a value, it is set.")
    private @Nullable String variable;

    @Override
    public String example() {
        return """
                %env GREETING=hello
                !echo $GREETING""";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        Surroundings where = Surroundings.of(call.notebook());
        Map<String, String> all = where.environment();
        if (variable == null) {
            Sheet sheet = new Sheet(null).text("variable").text("value");
            all.forEach(sheet::row);
            return sheet.bundle();
        }
        int equals = variable.indexOf('=');
        String name = equals < 0 ? variable : variable.substring(0, equals);
        if (equals == 0 || name.isBlank()) {
            throw call.error("A name is missing before the = sign. Write %env NAME=VALUE.");
        }
        if (equals < 0 && !all.containsKey(name)) {
            throw call.error("There is no variable " + name + ". %env lists those that there are, %env " + name
                    + "=VALUE sets it.");
        }
        if (equals < 0) {
            return all.get(name);
        }
        where.set(name, variable.substring(equals + 1));
        return null;
    }
}
