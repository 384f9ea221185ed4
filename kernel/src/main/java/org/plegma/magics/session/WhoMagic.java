package org.plegma.magics.session;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.magics.Candidates;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %who}: the names of the variables. */
@Command(
        name = "who",
        description = "Lists the variables of the notebook, or those of some types. %whos tells more of each.")
public final class WhoMagic implements Magic {

    /** The types that variables have. */
    static final class Types extends Candidates {
        @Override
        protected List<String> values(Request request) {
            return request.notebook().host().variables().stream()
                    .map(Host.Variable::type)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "TYPE",
            completionCandidates = Types.class,
            description = "Types as they are declared, such as float[] or Grid.")
    private List<String> types = List.of();

    @Override
    public String example() {
        return """
                int n = 3;
                float[] x = new float[n];
                %who""";
    }

    @Override
    public @Nullable Object run(MagicCall call) {
        List<Host.Variable> found = variables(call, types);
        call.host()
                .out()
                .println(
                        found.isEmpty()
                                ? nothing(types)
                                : found.stream().map(Host.Variable::name).collect(Collectors.joining("  ")));
        return null;
    }

    static String nothing(List<String> types) {
        return types.isEmpty()
                ? "There are no variables yet."
                : "There are no variables of type " + String.join(" or ", types) + ".";
    }

    /** The variables of some types, those that JShell made itself left out; all if no type is named. */
    static List<Host.Variable> variables(MagicCall call, List<String> types) {
        return call.host().variables().stream()
                .filter(variable -> !variable.name().startsWith("$"))
                .filter(variable -> types.isEmpty()
                        || types.contains(variable.type())
                        || types.contains(variable.type().replaceAll("(\\w+\\.)+", "")))
                .toList();
    }
}
